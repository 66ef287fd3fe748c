import { readdirSync, readFileSync } from "node:fs";

export type ProcessUsage = { cpuSeconds: number; peakMb: number; descriptors: number };

const sampleMs = 100;
/** Of `/proc`, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What a process takes from now on, its threads and ended children included; the memory is the most it ever had. */
export function watchProcess(pid: number | undefined): { end(): ProcessUsage } {
  const before = cpuSecondsOf(pid) ?? 0;
  const usage: ProcessUsage = { cpuSeconds: 0, peakMb: 0, descriptors: 0 };
  const sample = () => {
    usage.cpuSeconds = Math.max(usage.cpuSeconds, (cpuSecondsOf(pid) ?? 0) - before);
    usage.peakMb = Math.max(usage.peakMb, peakMbOf(pid));
    usage.descriptors = Math.max(usage.descriptors, descriptorsOf(pid));
  };
  const timer = setInterval(sample, sampleMs);
  return {
    end() {
      clearInterval(timer);
      sample();
      return usage;
    },
  };
}

function cpuSecondsOf(pid: number | undefined): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === "") return undefined;
  // The name in parentheses may hold spaces; the fields behind it are counted from the third.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

function peakMbOf(pid: number | undefined): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) / 1_024;
}

function descriptorsOf(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Empty where the process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
