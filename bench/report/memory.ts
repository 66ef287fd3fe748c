import { readFileSync } from "node:fs";

const mebibyte = 1_048_576;

/** Resident memory after everything that can go has gone; with that of another process that does the work. */
export function residentMb(pid?: number): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().rss / mebibyte + statusMb(pid, "VmRSS");
}

/** The most this process ever had, its threads included; with that of another process that does the work. */
export function peakMb(pid?: number): number {
  // `resourceUsage` also counts what the parent had when it started this one.
  return statusMb(process.pid, "VmHWM") + statusMb(pid, "VmHWM");
}

function statusMb(pid: number | undefined, field: string): number {
  if (pid === undefined) return 0;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
}

/** Processor time of this process with its threads, in milliseconds; with that of another process that does the work. */
export function processorMs(pid?: number): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ticksOf(pid) * 10;
}

/** The fields behind the name, which may hold anything: the 12th and 13th are the ticks, of 10 ms each on Linux. */
function ticksOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
