import { spawnSync } from "node:child_process";
import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";

/** Where and on what a result was taken, in one line each. */
export function describeRun(): { commit: string; machine: string; date: string } {
  const processor = cpus()[0]?.model.trim() ?? "unknown processor";
  const memoryGib = (totalmem() / 2 ** 30).toFixed(0);
  return {
    commit: commitOf(),
    machine: `${availableParallelism()} cores (${processor}), ${memoryGib} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

function commitOf(): string {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" });
  const head = git("rev-parse", "--short=12", "HEAD");
  if (head.status !== 0) return "unknown";
  const isDirty = git("status", "--porcelain").stdout.trim() !== "";
  return `${head.stdout.trim()}${isDirty ? " with changes on top" : ""}`;
}
