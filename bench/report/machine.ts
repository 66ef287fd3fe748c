import { spawnSync } from "node:child_process";
import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";

/** Where and on what a result was taken, in one line each; `checkout` is what was measured. */
export function describeRun(checkout = import.meta.dirname): {
  commit: string;
  machine: string;
  date: string;
} {
  const processor = cpus()[0]?.model.trim() ?? "unknown processor";
  const memoryGib = (totalmem() / 2 ** 30).toFixed(0);
  return {
    commit: commitOf(checkout),
    machine: `${availableParallelism()} cores (${processor}), ${memoryGib} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

function commitOf(cwd: string): string {
  const git = (...args: string[]) => spawnSync("git", args, { cwd, encoding: "utf8" });
  const head = git("rev-parse", "--short=12", "HEAD");
  if (head.status !== 0) return "unknown";
  const isDirty = git("status", "--porcelain").stdout.trim() !== "";
  return `${head.stdout.trim()}${isDirty ? " with changes on top" : ""}`;
}
