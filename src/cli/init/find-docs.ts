import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { isPageFile } from "../../docs/page/page-format.ts";
import { AppError } from "../../lib/app-error.ts";
import { openCheckSource } from "../check/check-source.ts";

/** Where the docs probably are, as a person here would write it; undefined where nothing looks like docs. */
export async function findDocs(folder: string): Promise<string | undefined> {
  try {
    const { top, docsFolder } = await openCheckSource({
      ...{ path: folder, ref: undefined, base: undefined, docs: undefined },
    });
    const place = join(top ?? folder, docsFolder);
    if (await hasPages(place)) return shown(folder, place);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const usual = ["docs", "documentation", "doc", "content", "."].map((name) => join(folder, name));
  for (const place of usual)
    if (existsSync(place) && (await hasPages(place))) return shown(folder, place);
  return undefined;
}

function shown(folder: string, place: string): string {
  const path = relative(folder, place);
  return path === "" ? "." : path.startsWith("..") ? place : `./${path}`;
}

const mostFolders = 500;

/** Whether there is a page in a folder or below; a huge tree is not looked through to its end. */
export async function hasPages(folder: string): Promise<boolean> {
  const waiting = [folder];
  for (let looked = 0; looked < mostFolders; looked += 1) {
    const next = waiting.shift();
    if (next === undefined) return false;
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      if (entry.isFile() && isPageFile(entry.name)) return true;
      const isLookedAt = entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name);
      if (isLookedAt) waiting.push(join(next, entry.name));
    }
  }
  return false;
}

/** A domain that fits the docs: after the folder or the repository that they are in. */
export function domainFor(docs: string): string {
  const path = docs.slice(docs.lastIndexOf(":") + 1).replace(/\.git$/, "");
  const isPlain = /^(?:docs?|documentation|content)$/i.test(basename(path));
  const slug = basename(isPlain ? dirname(path) : path)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return slug || "docs";
}
