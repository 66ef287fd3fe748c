import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { Manifest } from "../manifest.ts";
import { layOutPackage } from "../pack.ts";

/** Node looks for its script under this name and, since it is there, turns this fuse. */
const resource = "NODE_SEA_BLOB";
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

type Executable = {
  /** A package as it is laid out. */
  folder: string;
  /** The file to make. */
  file: string;
};

/** Puts the package and this Node into one file that runs without either. */
export async function buildExecutable({ folder, file }: Executable): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "docent-executable-"));
  const onMac = process.platform === "darwin";
  try {
    const blob = makeBlob(folder, work);
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    if (onMac) execFileSync("codesign", ["--remove-signature", file]);
    const tool = createRequire(import.meta.url).resolve("postject/dist/cli.js");
    const place = [
      ...["--sentinel-fuse", fuse],
      ...(onMac ? ["--macho-segment-name", "NODE_SEA"] : []),
    ];
    // It warns of section names that nobody asks for.
    execFileSync(process.execPath, [tool, file, resource, blob, ...place], { stdio: "pipe" });
    if (onMac) execFileSync("codesign", ["--sign", "-", file]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A file with what goes into it, in Node's own form. */
function makeBlob(folder: string, work: string): string {
  const assets: Record<string, string> = { "bin/load.cjs": join(import.meta.dirname, "load.cjs") };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll(sep, "/");
    // Without the launcher, which looks for a Node.
    if (entry.isFile() && !name.startsWith("bin/")) assets[name] = path;
  }
  assets.stamp = join(work, "stamp");
  writeFileSync(assets.stamp, stampOf(folder, assets));
  const output = join(work, "blob");
  const settings = join(work, "settings.json");
  writeFileSync(
    settings,
    JSON.stringify({
      main: join(import.meta.dirname, "main.cjs"),
      ...{ output, assets, disableExperimentalSEAWarning: true },
    }),
  );
  execFileSync(process.execPath, ["--experimental-sea-config", settings], { stdio: "pipe" });
  return output;
}

/** The version, and another word whenever anything in it is another. */
function stampOf(folder: string, assets: Record<string, string>): string {
  const hash = createHash("sha256");
  for (const [name, file] of Object.entries(assets))
    if (name !== "stamp") hash.update(`${name}\n`).update(readFileSync(file));
  const { version } = Manifest.parse(
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  return `${version}-${hash.digest("hex").slice(0, 16)}`;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../../..");
  const name = `docent-${process.platform}-${process.arch}${process.platform === "win32" ? ".exe" : ""}`;
  const into = join(root, "dist/executable");
  await mkdir(into, { recursive: true });
  const file = join(into, name);
  await rm(file, { force: true });
  await buildExecutable({ folder: await layOutPackage(root), file });
  console.log(`${(statSync(file).size / 1e6).toFixed(1)} MB  ${file}`);
}
