import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findBuild } from "../../bin/find-build.js";
import { clientsIn } from "../../src/cli/start/clients.ts";
import { ensureClients } from "../../src/cli/start/ensure-clients.ts";
import { makeBuild } from "../build/make-build.ts";
import { makePackage } from "./make-package.ts";
import { readOwnPackages } from "./own-packages.ts";

/** Where the server's package is laid out, and where all packed ones go, below the root of a checkout. */
export const packageFolder = "dist/package";
export const packedFolder = "dist/packages";

/** Builds whatever does not fit the sources and lays the server's package out. */
export async function layOutPackage(root: string): Promise<string> {
  const build = findBuild(root);
  if (!build.isThere) await makeBuild(root, build.folder);
  const write = (text: string) => void process.stderr.write(text);
  await ensureClients(clientsIn(root), { write, remark: (line) => write(`${line}\n`) });
  const folder = join(root, packageFolder);
  await makePackage({ root, server: build.folder, folder });
  return folder;
}

/** Packs a folder as npm publishes it, and gives the file. */
export function packFolder(folder: string, into: string): string {
  mkdirSync(into, { recursive: true });
  const args = ["pack", "--silent", "--pack-destination", into];
  const said = execFileSync("npm", args, { cwd: folder, encoding: "utf8", shell: onWindows });
  return join(into, said.trim().split("\n").at(-1) ?? "");
}

/** A library as it is published: built, with the licence, and without the scripts of the checkout. */
function layOutLibrary(root: string, file: string): string {
  const from = join(root, dirname(file));
  execFileSync(process.execPath, ["build.ts"], { cwd: from, stdio: "inherit" });
  const folder = join(root, "dist/libraries", basename(from));
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["dist", "README.md"])
    cpSync(join(from, name), join(folder, name), { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, file), "utf8"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

const onWindows = process.platform === "win32";

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  const into = join(root, packedFolder);
  rmSync(into, { recursive: true, force: true });
  const [, ...libraries] = readOwnPackages(root);
  const folders = [
    await layOutPackage(root),
    ...libraries.map(({ file }) => layOutLibrary(root, file)),
  ];
  for (const folder of folders) {
    const file = packFolder(folder, into);
    console.log(`${(statSync(file).size / 1e6).toFixed(2)} MB  ${file}`);
  }
}
