import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layOutPackage, packFolder } from "../../scripts/release/pack.ts";

/** What it takes to have a program on a machine: time with nothing in npm's cache, and room. */
export type InstallCost = { seconds: number; megabytes: number };

const note = "install.json";

/** Installs a package into a folder, unless an earlier run has, and says what that took. */
export function installInto(folder: string, wanted: string, ...flags: string[]): InstallCost {
  const noted = join(folder, note);
  if (!existsSync(noted)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    const cache = mkdtempSync(join(tmpdir(), "docent-npm-cache-"));
    const started = performance.now();
    const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--cache", cache];
    execFileSync("npm", [...args, ...flags, wanted], { cwd: folder, stdio: "pipe" });
    const seconds = (performance.now() - started) / 1_000;
    rmSync(cache, { recursive: true });
    writeFileSync(noted, JSON.stringify({ seconds }));
  }
  const { seconds }: { seconds: number } = JSON.parse(readFileSync(noted, "utf8"));
  const used = execFileSync("du", ["-sm", join(folder, "node_modules")], { encoding: "utf8" });
  return { seconds, megabytes: Number(used.split("\t")[0]) };
}

/** Docent's own package, packed from this checkout. */
export async function installDocent(): Promise<InstallCost> {
  const folder = mkdtempSync(join(tmpdir(), "docent-start-installed-"));
  try {
    const laidOut = await layOutPackage(join(import.meta.dirname, "../.."));
    return installInto(join(folder, "installed"), packFolder(laidOut, join(folder, "packed")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
