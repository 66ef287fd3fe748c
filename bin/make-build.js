import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Builds the server into a folder, where the build tool is installed. Whatever goes wrong, the sources run as they are.
 * @param {string} root
 * @param {string} folder
 */
export function makeBuild(root, folder) {
  const builder = join(root, "scripts/build/build.ts");
  if (!existsSync(builder) || !existsSync(join(root, "node_modules/rolldown"))) return false;
  const started = performance.now();
  process.stderr.write("Building the server…");
  const { error, status, stderr } = runBuilder(builder, folder);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const reason = error?.message ?? stderr.trim().split("\n").at(-1);
  const words =
    status === 0
      ? ` done in ${seconds} s`
      : ` it could not be built, so it starts from its sources, which takes longer: ${reason}`;
  process.stderr.write(`${words}\n`);
  return status === 0;
}

// A program of its own: the memory that the build tool takes goes away with it.
function runBuilder(builder, folder) {
  const stdio = ["ignore", "ignore", "pipe"];
  return spawnSync(process.execPath, [builder, folder], { stdio, encoding: "utf8" });
}
