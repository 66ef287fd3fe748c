import { readFileSync } from "node:fs";

const STAT = "/proc/self/stat";
const TICKS_PER_SECOND = 100;

/** What all that this process started, and what that started in turn, took of the processor; undefined where the system does not say. */
export function processorTime(path = STAT): string | undefined {
  const [user, system] = childTicks(path);
  if (user === undefined || system === undefined) return undefined;
  return `Processor: ${seconds(user)} s in programs, ${seconds(system)} s in the system.`;
}

/** The fields cutime and cstime; the name before them, in brackets, may hold anything. */
function childTicks(path: string): number[] {
  try {
    const stat = readFileSync(path, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(13, 15).map(Number);
  } catch {
    return [];
  }
}

function seconds(ticks: number): string {
  return (ticks / TICKS_PER_SECOND).toFixed(0);
}
