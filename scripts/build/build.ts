import { join } from "node:path";
import { findBuild } from "../../bin/find-build.js";
import { clientsIn } from "../../src/cli/start/clients.ts";
import { ensureClients } from "../../src/cli/start/ensure-clients.ts";
import { makeBuild } from "./make-build.ts";

/** Builds the server and what browsers load, where the builds do not fit the sources; the launcher names a folder for the server alone. */
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
  const write = (text: string) => void process.stdout.write(text);
  await ensureClients(clientsIn(root), { write, remark: (line) => write(`${line}\n`) });
}
