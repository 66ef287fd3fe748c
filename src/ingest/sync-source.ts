import { findProject } from "../store/docs/projects.ts";
import type { RevisionPage } from "../store/docs/revision-pages.ts";
import { publishRevision } from "../store/docs/revisions.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import type { SourceProblem } from "../store/tables.ts";
import { type ReadDeps, readPages } from "./pages/read-pages.ts";
import { unreadFiles } from "./pages/unread-files.ts";
import type { SkippedFile, Source } from "./sources/source.ts";

export type SyncPhase = "listing" | "reading" | "publishing";
export type SyncProgress = { phase: SyncPhase; done: number; total: number };

export type SyncReport = {
  revisionId: string;
  generator: string;
  pages: number;
  added: string[];
  changed: string[];
  removed: string[];
  skipped: SkippedFile[];
  /** How many documents are in formats that are not read, in one line; "" for none. */
  unread: string;
  /** What is wrong with the site's own files. Faults inside pages are stored with the pages. */
  problems: SourceProblem[];
};

export type SyncDeps = ReadDeps;
export type SyncOptions = {
  onProgress?: (progress: SyncProgress) => void;
  signal?: AbortSignal;
};

/**
 * The story: list, look at the site, read what changed, parse, chunk, publish. Until the last step the old revision serves;
 * a sync that fails or is killed half-way leaves at most blobs that the next one finds already stored.
 */
export async function syncSource(
  deps: SyncDeps,
  stored: StoredSource,
  source: Source,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const progress = options.onProgress ?? (() => undefined);
  progress({ phase: "listing", done: 0, total: 0 });
  const snapshot = await source.snapshot(options.signal);
  const now = deps.clock.now().toISOString();
  const project = await findProject(deps.db, stored.projectId);
  const baseId = project?.currentRevisionId ?? null;
  const placedAfter = now.slice(0, "2030-01-01".length);
  const read = await readPages(
    deps,
    { stored, snapshot, baseId, placedAfter },
    {
      onReading: (done, total) => progress({ phase: "reading", done, total }),
      onRead: (total) => progress({ phase: "publishing", done: total, total }),
      ...(options.signal && { signal: options.signal }),
    },
  );
  const { site, problems } = read;
  const left = [...snapshot.skipped, ...read.skipped];
  const unread = unreadFiles(snapshot, site);
  const told = unread === "" ? [] : [{ path: "", line: 0, message: `${unread}.` }];
  const { revisionId, taken } = await publishRevision(deps.db, {
    projectId: stored.projectId,
    sourceId: stored.id,
    commit: snapshot.commit,
    siteId: read.siteId,
    generator: site.generator,
    problems: [...told, ...problems, ...left.map(asProblem)].slice(0, keptProblems),
    pages: read.after,
    ...(read.baseId !== null && { since: { revisionId: read.baseId, pages: read.before } }),
    at: deps.clock.now().toISOString(),
  });
  const takenPaths = new Set(taken);
  const pages = read.after.filter((page) => !takenPaths.has(page.path));
  return {
    revisionId,
    generator: site.generator,
    pages: read.count - taken.length,
    skipped: [...left, ...taken.map(skippedAsTaken)],
    unread,
    problems,
    ...difference(read.before, pages),
  };
}

const keptProblems = 200;

function asProblem({ path, reason }: SkippedFile): SourceProblem {
  return { path, line: 0, message: reason };
}

function skippedAsTaken(path: string): SkippedFile {
  return { path, reason: "Another source of the project has a page with this path." };
}

function difference(before: RevisionPage[], pages: RevisionPage[]) {
  const old = new Map(before.map((page) => [page.path, page]));
  const now = new Set(pages.map((page) => page.path));
  const isChanged = (page: RevisionPage) => {
    const known = old.get(page.path);
    return known !== undefined && known.blobHash !== page.blobHash;
  };
  return {
    added: pages.filter((page) => !old.has(page.path)).map((page) => page.path),
    changed: pages.filter(isChanged).map((page) => page.path),
    removed: [...old.keys()].filter((path) => !now.has(path)),
  };
}
