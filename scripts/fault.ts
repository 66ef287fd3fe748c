/** One broken rule, at a place a person can open. */
export type Fault = { file: string; line: number; reason: string };

/** Prints every fault on its own line and sets the exit code of a check script. */
export function reportFaults(faults: Fault[]): void {
  for (const fault of faults) console.log(`${fault.file}:${fault.line}  ${fault.reason}`);
  if (faults.length > 0) process.exitCode = 1;
}
