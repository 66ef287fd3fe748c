import type { Metrics } from "./metrics.ts";

export function observeProcess(metrics: Metrics): void {
  metrics.gauge("docent_resident_memory_bytes", "Memory of the process.", () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge("docent_uptime_seconds", "Time since the start.", () =>
    Math.round(process.uptime()),
  );
}
