import type { SiteProblem } from "../docs/site/site.ts";
import type { Clock } from "../lib/clock.ts";
import type { Embedder } from "../models/vectors/static/embedder.ts";
import type { Database } from "../store/database.ts";
import { findProject } from "../store/docs/projects.ts";
import { type RevisionPage, revisionPages } from "../store/docs/revision-pages.ts";
import { publishRevision } from "../store/docs/revisions.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import type { SourceProblem } from "../store/tables.ts";
import { type OpenedSite, openSite } from "./pages/open-site.ts";
import { pageFiles } from "./pages/page-files.ts";
import { type PageReader, pageReader } from "./pages/page-reader.ts";
import { type ContentIds, contentIds } from "./pages/parse-blob.ts";
import { placePages } from "./pages/place-pages.ts";
import { rememberCostly } from "./pages/remember-costly.ts";
import { storePages } from "./pages/store-pages.ts";
import { unreadFiles } from "./pages/unread-files.ts";
import type { SkippedFile, Source, SourceFile, SourceSnapshot } from "./sources/source.ts";
import { requireFewPages, type SourceLimits, withoutLimits } from "./sources/source-limits.ts";

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

export type SyncDeps = {
  db: Database;
  clock: Clock;
  embedder: Embedder;
  /** Reads pages on another thread; on this one when absent. */
  reader?: PageReader;
  /** What one source may hold; everything when absent. */
  limits?: SourceLimits;
};
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
  const before = await pagesBefore(deps.db, stored);
  const input = { stored, snapshot, before };
  const { site, offered, skipped, problems } = await readPages(deps, input, {
    ...options,
    onProgress: progress,
  });
  const left = [...snapshot.skipped, ...skipped];
  const unread = unreadFiles(snapshot, site);
  const told = unread === "" ? [] : [{ path: "", line: 0, message: `${unread}.` }];
  const { revisionId, taken } = await publishRevision(deps.db, {
    projectId: stored.projectId,
    sourceId: stored.id,
    commit: snapshot.commit,
    generator: site.generator,
    problems: [...told, ...problems, ...left.map(asProblem)].slice(0, keptProblems),
    pages: offered,
    at: deps.clock.now().toISOString(),
  });
  const takenPaths = new Set(taken);
  const pages = offered.filter((page) => !takenPaths.has(page.path));
  return {
    revisionId,
    generator: site.generator,
    pages: pages.length,
    skipped: [...left, ...taken.map(skippedAsTaken)],
    unread,
    problems,
    ...difference(before, pages),
  };
}

type ReadSource = {
  site: OpenedSite;
  offered: RevisionPage[];
  skipped: SkippedFile[];
  /** What is wrong with the site's own files. */
  problems: SiteProblem[];
};
type ReadInput = { stored: StoredSource; snapshot: SourceSnapshot; before: RevisionPage[] };

/** Every page of a snapshot with its place on the site; files that have changed since `before` are read. */
export async function readPages(
  deps: SyncDeps,
  { stored, snapshot, before }: ReadInput,
  { onProgress, ...options }: Required<Pick<SyncOptions, "onProgress">> & SyncOptions,
): Promise<ReadSource> {
  const { limits = withoutLimits } = deps;
  const reader = await rememberCostly(
    deps,
    stored.projectId,
    deps.reader ?? pageReader(deps.embedder),
  );
  const site = await openSite(reader, snapshot);
  const files = pageFiles(snapshot, site);
  requireFewPages(files, limits);
  const ids = contentIds([...snapshot.files, ...snapshot.support], site);
  const { unchanged, reading } = compareFiles(files, before, ids);
  const total = reading.length;
  const read = await storePages(
    { ...deps, reader },
    { stored, snapshot, site, ids, files: reading, limits, unchanged: unchanged.length },
    { ...options, onProgress: (done) => onProgress({ phase: "reading", done, total }) },
  );
  onProgress({ phase: "publishing", done: total, total });
  const placed = await placePages(deps.db, { stored, site, unchanged, read: read.pages });
  const problems = [...site.problems, ...placed.problems];
  return { site, offered: placed.pages, skipped: read.skipped, problems };
}

const keptProblems = 200;

function asProblem({ path, reason }: SkippedFile): SourceProblem {
  return { path, line: 0, message: reason };
}

function skippedAsTaken(path: string): SkippedFile {
  return { path, reason: "Another source of the project has a page with this path." };
}

async function pagesBefore(db: Database, stored: StoredSource): Promise<RevisionPage[]> {
  const project = await findProject(db, stored.projectId);
  if (!project || project.currentRevisionId === null) return [];
  const pages = await revisionPages(db, project.currentRevisionId);
  return pages.filter((page) => page.sourceId === stored.id);
}

/** A file is unchanged when everything its pages were made of is. */
function compareFiles(files: SourceFile[], before: RevisionPage[], ids: ContentIds) {
  const byFile = Map.groupBy(before, (page) => page.file);
  const unchanged: RevisionPage[] = [];
  const reading: SourceFile[] = [];
  for (const file of files) {
    const pages = byFile.get(file.path) ?? [];
    const id = ids(file, pages[0]?.includes ?? []);
    const isSame = id !== "" && pages.length > 0 && pages.every((page) => page.contentId === id);
    if (isSame) unchanged.push(...pages);
    else reading.push(file);
  }
  return { unchanged, reading };
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
