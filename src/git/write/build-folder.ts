import { randomBytes } from "node:crypto";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Makes a folder whole or not at all: it is filled under another name and then renamed, so a killed process leaves
 * nothing that looks finished. `replace` puts the new folder in the place of an old one.
 */
export async function buildFolder(
  folder: string,
  fill: (temporary: string) => Promise<void>,
  { replace = false } = {},
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const temporary = `${folder}.building-${randomBytes(6).toString("hex")}`;
  try {
    await fill(temporary);
    if (replace) await moveAside(folder);
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process was first with the same folder; either is as good.
    if (!(isTaken(error) && (await exists(folder)))) throw error;
  }
}

const abandonedAfterMs = 60 * 60 * 1000;

async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.building-`;
  const names = await readdir(dirname(folder));
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const path = join(dirname(folder), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

async function moveAside(folder: string): Promise<void> {
  const old = `${folder}.building-${randomBytes(6).toString("hex")}`;
  await rename(folder, old);
  await rm(old, { recursive: true, force: true });
}

function isTaken(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "ENOTEMPTY" || code === "EEXIST";
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
