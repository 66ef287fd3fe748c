import { randomBytes } from "node:crypto";
import { access, mkdir, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { onWindows } from "../../lib/disk/on-windows.ts";
import { renameOver } from "../../lib/disk/rename-over.ts";
import { isGitDirectory } from "../read/is-git-directory.ts";
import { initRepository, removeAbandoned } from "../run/scratch-repository.ts";

/** On Windows a file that was closed a moment ago may still be held. */
const removal = { recursive: true, force: true, maxRetries: 5 };

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
  await removeAbandoned(dirname(folder), `${basename(folder)}.building-`);
  const temporary = `${folder}.building-${randomBytes(6).toString("hex")}`;
  try {
    await fill(temporary);
    if (replace) await moveAside(folder);
    await renameOver(temporary, folder);
  } catch (error) {
    await rm(temporary, removal);
    // Another process was first with the same folder; either is as good.
    if (!(isTaken(error) && (await exists(folder)))) throw error;
  }
}

/** Makes an empty bare repository with `main` as its branch; one that is already there is left as it is. */
export async function initBareRepository(folder: string): Promise<void> {
  if (await isGitDirectory(folder)) return;
  await buildFolder(folder, initRepository);
}

async function moveAside(folder: string): Promise<void> {
  const old = `${folder}.building-${randomBytes(6).toString("hex")}`;
  await renameOver(folder, old);
  await rm(old, removal);
}

function isTaken(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "ENOTEMPTY" || code === "EEXIST" || (onWindows && code === "EPERM");
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
