import { join } from "node:path";
import { findBuild } from "../../bin/find-build.js";
import { makeBuild } from "./make-build.ts";

/** Builds the server where there is no build of these sources; the launcher has looked already and names the folder. */
const root = join(import.meta.dirname, "../..");
const [folder] = process.argv.slice(2);

try {
  if (folder !== undefined) await makeBuild(root, folder);
  else await buildAnew();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text.trim().split("\n", 1)[0]}\n`);
  process.exitCode = 1;
}

async function buildAnew(): Promise<void> {
  const build = findBuild(root);
  if (!build.isThere) await makeBuild(root, build.folder);
  process.stdout.write(`The server is built: ${build.program}\n`);
}
