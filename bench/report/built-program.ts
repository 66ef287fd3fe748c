import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "../../scripts/build/build-server.ts";

export type BuiltProgram = { program: URL; compileCache: string; remove(): void };

const root = join(import.meta.dirname, "../..");

/** A program of a bench as users run the server: bundled with its threads, what was compiled kept from one run to the next. */
export async function buildProgram(source: string): Promise<BuiltProgram> {
  const cache = join(root, "bench/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "built-"));
  const name = basename(source, ".ts");
  await buildServer({ root, folder, programs: { [name]: source } });
  return {
    program: pathToFileURL(join(folder, `${name}.js`)),
    compileCache: join(folder, "compiled"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
