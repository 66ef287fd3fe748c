import type { Clock } from "../lib/clock.ts";
import type { Embedder } from "../models/embedder/embedder.ts";
import { existingBlobs, insertBlobs } from "../store/blobs.ts";
import type { Database } from "../store/database.ts";
import { findProject, type StoredSource } from "../store/projects.ts";
import { publishRevision, type RevisionPage, revisionPages } from "../store/revisions.ts";
import { parseBlob, type ReadPage, readPage, storedContentId } from "./read-page.ts";
import type { SkippedFile, Source, SourceFile, SourceSnapshot } from "./sources/source.ts";

export type SyncProgress = { done: number; total: number };

export type SyncReport = {
  revisionId: string;
  pages: number;
  added: string[];
  changed: string[];
  removed: string[];
  skipped: SkippedFile[];
};

type Deps = { db: Database; clock: Clock; embedder: Embedder };
type Options = { onProgress?: (progress: SyncProgress) => void; signal?: AbortSignal };

const batchSize = 50;

/**
 * The story: list, read what changed, parse, chunk, publish. Until the last step the old revision serves; a sync that
 * fails or is killed half-way leaves at most blobs that the next one finds already stored.
 */
export async function syncSource(
  deps: Deps,
  stored: StoredSource,
  source: Source,
  options: Options = {},
): Promise<SyncReport> {
  const snapshot = await source.snapshot(options.signal);
  const before = await currentPages(deps.db, stored);
  const unchanged = snapshot.files.filter((file) => isUnchanged(file, before));
  const reading = snapshot.files.filter((file) => !isUnchanged(file, before));
  const read = await storePages(deps, stored, snapshot, reading, options);
  const offered = [...unchanged.flatMap((file) => before.get(file.path) ?? []), ...read.pages];
  const { revisionId, taken } = await publishRevision(deps.db, {
    projectId: stored.projectId,
    sourceId: stored.id,
    commit: snapshot.commit,
    pages: offered,
    at: deps.clock.now().toISOString(),
  });
  const takenPaths = new Set(taken);
  const pages = offered.filter((page) => !takenPaths.has(page.path));
  const skipped = [...snapshot.skipped, ...read.skipped, ...taken.map(skippedAsTaken)];
  return { revisionId, pages: pages.length, skipped, ...difference(before, pages) };
}

function skippedAsTaken(path: string): SkippedFile {
  return { path, reason: "Another source of the project has a page with this path." };
}

async function currentPages(
  db: Database,
  stored: StoredSource,
): Promise<Map<string, RevisionPage>> {
  const project = await findProject(db, stored.projectId);
  if (!project || project.currentRevisionId === null) return new Map();
  const pages = await revisionPages(db, project.currentRevisionId);
  return new Map(
    pages.filter((page) => page.sourceId === stored.id).map((page) => [page.path, page]),
  );
}

function isUnchanged(file: SourceFile, before: Map<string, RevisionPage>): boolean {
  return file.contentId !== undefined && before.get(file.path)?.contentId === storedContentId(file);
}

type StoredPages = { pages: RevisionPage[]; skipped: SkippedFile[] };

async function storePages(
  deps: Deps,
  stored: StoredSource,
  snapshot: SourceSnapshot,
  files: SourceFile[],
  options: Options,
): Promise<StoredPages> {
  const result: StoredPages = { pages: [], skipped: [] };
  let batch: ReadPage[] = [];
  let done = 0;
  const flush = async () => {
    await storeNewBlobs(deps, stored.projectId, batch);
    for (const page of batch) {
      result.pages.push({
        path: page.path,
        sourceId: stored.id,
        blobHash: page.hash,
        contentId: page.contentId,
      });
    }
    batch = [];
    options.onProgress?.({ done, total: files.length });
  };
  for await (const { file, content } of snapshot.read(files)) {
    options.signal?.throwIfAborted();
    const page = readPage(file, content);
    done += 1;
    if ("reason" in page) result.skipped.push(page);
    else batch.push(page);
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return result;
}

async function storeNewBlobs(deps: Deps, projectId: string, batch: ReadPage[]): Promise<void> {
  const known = await existingBlobs(
    deps.db,
    projectId,
    batch.map((page) => page.hash),
    deps.clock.now().toISOString(),
  );
  const fresh = new Map(
    batch.filter((page) => !known.has(page.hash)).map((page) => [page.hash, page]),
  );
  const blobs = [...fresh.values()].map((page) => parseBlob(deps.embedder, page));
  await insertBlobs(deps.db, projectId, blobs, deps.clock.now().toISOString());
}

function difference(before: Map<string, RevisionPage>, pages: RevisionPage[]) {
  const after = new Map(pages.map((page) => [page.path, page]));
  const changed = pages.filter((page) => {
    const old = before.get(page.path);
    return old !== undefined && old.blobHash !== page.blobHash;
  });
  return {
    added: pages.filter((page) => !before.has(page.path)).map((page) => page.path),
    changed: changed.map((page) => page.path),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}
