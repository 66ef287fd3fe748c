import { findProject } from "../store/docs/projects.ts";
import type { RevisionPage } from "../store/docs/revision-pages.ts";
import { publishRevision } from "../store/docs/revisions.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import type { SourceProblem } from "../store/tables.ts";
import type { KnownSources } from "./pages/known-sources.ts";
import { type ReadDeps, readPages } from "./pages/read-pages.ts";
import { unreadFiles } from "./pages/unread-files.ts";
import type { SkippedFile, Source } from "./sources/source.ts";
import { syncChanges } from "./sync-changes.ts";
import type { SyncReport } from "./sync-report.ts";

export type SyncPhase = "listing" | "reading" | "publishing";
export type SyncProgress = { phase: SyncPhase; done: number; total: number };

export type SyncDeps = ReadDeps & {
  /** What earlier syncs learnt: without it, every file is looked at each time. */
  known?: KnownSources;
};
export type SyncOptions = {
  onProgress?: (progress: SyncProgress) => void;
  signal?: AbortSignal;
  /** Every path of a watched folder that was touched since the last sync that succeeded; left out where nobody knows. */
  touched?: string[];
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
  const now = deps.clock.now().toISOString();
  const project = await findProject(deps.db, stored.projectId);
  const baseId = project?.currentRevisionId ?? null;
  const base = { baseId, placedAfter: now.slice(0, "2030-01-01".length) };
  const quick = baseId && (await syncChanges(deps, { stored, source, ...base, baseId }, options));
  if (quick) return quick;
  const snapshot = await source.snapshot(options.signal);
  const read = await readPages(
    deps,
    { stored, snapshot, ...base },
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
  deps.known?.remember(stored, {
    ...{ revisionId, commit: snapshot.commit, siteId: read.siteId, site },
    ...{ settings: site.settings, included: read.included, bytes: read.bytes },
    ...{ pages: read.count - taken.length, hasLinks: snapshot.hasLinks === true },
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
