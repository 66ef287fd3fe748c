import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const file = join(import.meta.dirname, "fixtures/good-looks.txt");
const isWritten = process.env.DOCENT_WRITE_LOOKS !== undefined;

/** The names of looks of text that this version of axe found good before. One that is missing here is measured. */
export function keptGoodLooks(): Set<string> {
  return new Set(isWritten ? [] : readLooks());
}

/** Adds to what is kept when DOCENT_WRITE_LOOKS is set. */
export function keepGoodLooks(looks: string[]): void {
  if (!isWritten || looks.length === 0) return;
  const all = new Set([...readLooks(), ...looks]);
  writeFileSync(file, `${[version(), ...[...all].sort()].join("\n")}\n`);
}

function readLooks(): string[] {
  const [written, ...looks] = readFileSync(file, "utf8").trimEnd().split("\n");
  return written === version() ? looks : [];
}

function version(): string {
  return `axe-core ${createRequire(import.meta.url)("axe-core/package.json").version}`;
}
