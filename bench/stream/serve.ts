import { residentMb } from "../report/memory.ts";
import type { Order, Reply, Usage } from "./protocol.ts";
import type { Pace } from "./script.ts";

export type Started = { url: string; headers: Record<string, string> };

const sampleMs = 50;

/** The server's side: starts once, and tells between `begin` and `end` what it takes. */
export function serveParent(start: (pace: Pace) => Promise<Started>): void {
  let watch: (() => Usage) | undefined;
  const reply = (message: Reply) => process.send?.(message);
  process.on("message", (order: Order) => {
    if ("start" in order) {
      start(order.start).then(reply, (error) => {
        console.error(error);
        process.exit(1);
      });
      return;
    }
    if ("begin" in order) {
      watch = watchProcess();
      reply({ begun: true });
      return;
    }
    if (watch) reply(watch());
  });
  // The parent is gone: nobody needs this server any more.
  process.on("disconnect", () => process.exit(0));
}

function watchProcess(): () => Usage {
  const restMb = residentMb();
  const before = process.cpuUsage();
  let peakMb = restMb;
  const sample = () => {
    peakMb = Math.max(peakMb, process.memoryUsage.rss() / 2 ** 20);
  };
  const timer = setInterval(sample, sampleMs);
  return () => {
    clearInterval(timer);
    sample();
    const { user, system } = process.cpuUsage(before);
    return { cpuSeconds: (user + system) / 1e6, restMb, peakMb };
  };
}
