import { residentMb } from "../report/memory.ts";
import type { Order, Reply, Sample, Served, Start, Usage } from "./protocol.ts";

const sampleMs = 50;
const sampleSeconds = 10;

/** The server's side: starts once, and tells between `begin` and `end` what it takes. */
export function serveParent(start: (given: Start) => Promise<Served>): void {
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
  const started = performance.now();
  const samples: Sample[] = [];
  let peakMb = restMb;
  const sample = () => {
    const mb = process.memoryUsage.rss() / 2 ** 20;
    peakMb = Math.max(peakMb, mb);
    const second = Math.round((performance.now() - started) / 1000);
    if (second < samples.length * sampleSeconds) return;
    samples.push({ second, mb, handles: process.getActiveResourcesInfo().length });
  };
  const timer = setInterval(sample, sampleMs);
  return () => {
    clearInterval(timer);
    sample();
    const { user, system } = process.cpuUsage(before);
    return { cpuSeconds: (user + system) / 1e6, restMb, peakMb, samples };
  };
}
