import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../results");

/** Keeps a result under its name, with a plot beside it if there is one. */
export function writeResult(name: string, report: string, plot?: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), report);
  if (plot !== undefined) writeFileSync(join(folder, `${name}.svg`), plot);
  console.error(`written: bench/results/${name}.md${plot === undefined ? "" : " and .svg"}`);
}
