import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const environment = join(import.meta.dirname, "../.cache/python");
export const python = join(environment, "bin/python");
export const tantivyVersion = "0.27.0";

/** An environment of Python 3 for the bench alone, with what is measured there. */
export function ensureTantivy(): void {
  const wanted = join(environment, `tantivy-${tantivyVersion}`);
  if (existsSync(wanted)) return;
  console.error(`Not installed yet: tantivy ${tantivyVersion}, into bench/.cache/python.`);
  const steps: [string, string[]][] = [
    ["python3", ["-m", "venv", environment]],
    [python, ["-m", "pip", "install", "--quiet", `tantivy==${tantivyVersion}`]],
    ["touch", [wanted]],
  ];
  for (const [program, args] of steps) {
    if (spawnSync(program, args, { stdio: "inherit" }).status === 0) continue;
    throw new Error("Tantivy could not be installed. Name the engines without it: --engines …");
  }
}
