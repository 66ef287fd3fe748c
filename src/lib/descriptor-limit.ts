import { readFileSync } from "node:fs";

/** How many files and connections the system lets this process have open; undefined where it does not say. */
export function descriptorLimit(): number | undefined {
  return limitIn(readLimits()) ?? reportedLimit();
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    // Not Linux.
    return "";
  }
}

function limitIn(limits: string): number | undefined {
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

function reportedLimit(): number | undefined {
  const report: unknown = process.report.getReport();
  const soft = Object(Object(Object(report).userLimits).open_files).soft;
  return typeof soft === "number" ? soft : undefined;
}
