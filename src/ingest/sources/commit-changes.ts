import { relative } from "node:path/posix";
import { isSiteFile } from "../../docs/site/find-site.ts";
import type { ChangedEntry } from "../../git/read/changed-entries.ts";
import { readBlobs } from "../../git/read/read-blobs.ts";
import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { fileUse, largestFileBytes } from "./file-kinds.ts";
import { fits, isPlainName } from "./select-files.ts";
import type { SourceChanges, SourceContent, SourceFile } from "./source.ts";

type Commit = { repository: string; commit: string; changed: ChangedEntry[] };

/** Held in memory at once. */
const mostFiles = 50;
const maxBytes = largestFileBytes;

/** The changes between two commits as a sync sees them; undefined where pages came or went, or the site's own files changed. */
export async function commitChanges(
  { repository, commit, changed }: Commit,
  { subfolder = "" }: { subfolder?: string },
): Promise<SourceChanges | undefined> {
  const base = cleanPath(subfolder);
  const files = new Map<string, ChangedEntry>();
  const support: string[] = [];
  for (const entry of changed) {
    const path = relative(`/${base}`, `/${entry.path}`);
    if (isSiteFile(path)) return undefined;
    const use = path.startsWith("../") ? undefined : fileUse(path);
    if (use === undefined) continue;
    if (!isPlainName(path)) return undefined;
    if (use === "support") support.push(path);
    else if (entry.kind !== "file" || files.size === mostFiles) return undefined;
    else if (use === "page") files.set(path, entry);
  }
  const contents = await readEach(repository, files);
  return contents && { commit, support, files: contents.map(({ file }) => file), read };

  async function* read(wanted: SourceFile[]): AsyncGenerator<SourceContent> {
    for (const one of contents ?? []) if (wanted.includes(one.file)) yield one;
  }
}

/** Undefined where one of them is too large to be a page. */
async function readEach(
  repository: string,
  files: Map<string, ChangedEntry>,
): Promise<SourceContent[] | undefined> {
  const paths = files.keys();
  const ids = [...files.values()].map(({ blobId }) => blobId);
  const contents: SourceContent[] = [];
  try {
    for await (const { id, content } of readBlobs(repository, ids, { maxBytes })) {
      const path = paths.next().value ?? "";
      const file = { path, size: content.length, contentId: id };
      if (!fits(file)) return undefined;
      contents.push({ file, content });
    }
  } catch (error) {
    // What is wrong with it, the listing of all files says.
    if (error instanceof AppError) return undefined;
    throw error;
  }
  return contents;
}
