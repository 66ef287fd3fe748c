import type { SiteProblem } from "../../docs/site/site.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import type { Database } from "../../store/database.ts";
import { pageMetadata } from "../../store/docs/blobs.ts";
import {
  type KnownPage,
  knownPages,
  type RevisionPage,
  revisionPages,
} from "../../store/docs/revision-pages.ts";
import { placedBy } from "../../store/docs/revisions.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import type { SkippedFile, SourceFile, SourceSnapshot } from "../sources/source.ts";
import { requireFewPages, type SourceLimits, withoutLimits } from "../sources/source-limits.ts";
import { type OpenedSite, openSite } from "./open-site.ts";
import { pageFiles } from "./page-files.ts";
import { type ContentIds, contentIds, wayOfReading } from "./page-identity.ts";
import { type PageReader, pageReader } from "./page-reader.ts";
import { placePages } from "./place-pages.ts";
import { rememberCostly } from "./remember-costly.ts";
import { type StoredPageText, storePages } from "./store-pages.ts";

export type ReadDeps = {
  db: Database;
  clock: Clock;
  embedder: Embedder;
  /** Reads pages on another thread; on this one when absent. */
  reader?: PageReader;
  /** What one source may hold; everything when absent. */
  limits?: SourceLimits;
};

export type ReadInput = {
  stored: StoredSource;
  snapshot: SourceSnapshot;
  /** The revision to compare with; null for none. */
  baseId: string | null;
  /** Places that were found earlier are looked for anew: on some sites pages show from a day on. */
  placedAfter?: string;
};

type ReadOptions = {
  onReading?(done: number, total: number): void;
  onRead?(total: number): void;
  signal?: AbortSignal;
};

export type ReadSource = {
  site: OpenedSite;
  /** What decided about the places of the pages; "" where that cannot be said. */
  siteId: string;
  /** What it was compared with; null for nothing. */
  baseId: string | null;
  /** Pages of the source that may be different, as they were and as they are now: every other page is as the base has it. */
  before: RevisionPage[];
  after: RevisionPage[];
  /** How many pages the source has, and how large the files are that are pages. */
  count: number;
  bytes: number;
  /** Files that pages include, there or not. */
  included: ReadonlySet<string>;
  skipped: SkippedFile[];
  /** What is wrong with the site's own files. */
  problems: SiteProblem[];
};

/**
 * Every page of a snapshot with its place on the site. Files that have changed since the base are read; where nothing but
 * texts has changed, the places of all pages are those that they had.
 */
export async function readPages(
  deps: ReadDeps,
  { stored, snapshot, baseId, placedAfter = "" }: ReadInput,
  options: ReadOptions = {},
): Promise<ReadSource> {
  const { limits = withoutLimits, db } = deps;
  const { projectId } = stored;
  const reader = await rememberCostly(deps, projectId, deps.reader ?? pageReader(deps.embedder));
  const site = await openSite(reader, snapshot);
  const files = pageFiles(snapshot, site);
  requireFewPages(files, limits);
  const ids = contentIds([...snapshot.files, ...snapshot.support], site);
  const known = baseId === null ? [] : await knownPages(db, baseId, stored.id);
  const { unchanged, reading, changing } = compareFiles(files, known, ids);
  const total = reading.length;
  const { pages: read, skipped } = await storePages(
    { ...deps, reader },
    { stored, snapshot, site, ids, files: reading, limits, unchanged: unchanged.length },
    {
      onProgress: (done) => options.onReading?.(done, total),
      ...(options.signal && { signal: options.signal }),
    },
  );
  options.onRead?.(total);
  const siteId = site.id === "" ? "" : siteIdFor(stored, site);
  const compared = { stored, baseId, placedAfter, site, siteId, unchanged, changing, read };
  const isGone = unchanged.length + changing.length < known.length;
  const kept = isGone ? undefined : await keptPlaces(db, compared);
  const placed = kept ?? (await newPlaces(db, compared));
  // Syncs went on meanwhile, and the base is no longer there to compare with.
  if (placed === undefined) return readPages(deps, { stored, snapshot, baseId: null }, options);
  return {
    baseId,
    site,
    siteId: placed.problems.length > 0 ? "" : siteId,
    before: placed.before,
    after: placed.after,
    count: unchanged.length + read.length,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
    included: new Set([...unchanged, ...read].flatMap(({ includes }) => includes)),
    skipped,
    problems: [...site.problems, ...placed.problems],
  };
}

/** A file is unchanged when everything its pages were made of is; `changing` are the pages that the files to read had. */
function compareFiles(files: SourceFile[], known: KnownPage[], ids: ContentIds) {
  const byFile = Map.groupBy(known, (page) => page.file);
  const unchanged: KnownPage[] = [];
  const changing: KnownPage[] = [];
  const reading: SourceFile[] = [];
  for (const file of files) {
    const pages = byFile.get(file.path) ?? [];
    const id = ids(file, pages[0]?.includes ?? []);
    const isSame = id !== "" && pages.length > 0 && pages.every((page) => page.contentId === id);
    (isSame ? unchanged : changing).push(...pages);
    if (!isSame) reading.push(file);
  }
  return { unchanged, reading, changing };
}

type Compared = {
  stored: StoredSource;
  baseId: string | null;
  placedAfter: string;
  site: OpenedSite;
  /** What decides now about the places of pages; "" where that cannot be said. */
  siteId: string;
  unchanged: KnownPage[];
  changing: KnownPage[];
  read: StoredPageText[];
};
type Placed = Pick<ReadSource, "before" | "after" | "problems">;

function siteIdFor(stored: StoredSource, { id }: OpenedSite): string {
  return `${wayOfReading(stored)}${id}`;
}

/** Undefined: something has changed that places depend on, be it the front matter of one page. */
export async function keptPlaces(
  db: Database,
  { stored, baseId, placedAfter, siteId, changing, read }: Omit<Compared, "site" | "unchanged">,
): Promise<Placed | undefined> {
  if (baseId === null || siteId === "") return undefined;
  const placed = await placedBy(db, baseId, stored.id);
  if (placed === undefined || placed.at < placedAfter) return undefined;
  if (placed.siteId !== siteId) return undefined;
  const old = new Map(changing.map((page) => [page.path, page]));
  if (old.size !== read.length || !read.every(({ path }) => old.has(path))) return undefined;
  const hashes = [...changing, ...read].map(({ blobHash }) => blobHash);
  const metadata = await pageMetadata(db, stored.projectId, hashes);
  const said = (hash: string | undefined) => JSON.stringify(metadata.get(hash ?? ""));
  if (!read.every(({ path, blobHash }) => said(blobHash) === said(old.get(path)?.blobHash)))
    return undefined;
  const before = await revisionPages(db, baseId, [...old.keys()]);
  const places = new Map(before.map(({ path, place }) => [path, place]));
  const after = read.flatMap((page) => {
    const place = places.get(page.path);
    return place === undefined ? [] : [{ ...page, place }];
  });
  return after.length === read.length ? { before, after, problems: [] } : undefined;
}

/** Undefined: the base is gone. */
async function newPlaces(
  db: Database,
  { stored, baseId, site, unchanged, read }: Compared,
): Promise<Placed | undefined> {
  const base = baseId === null ? [] : await revisionPages(db, baseId);
  const before = base.filter((page) => page.sourceId === stored.id);
  const kept = new Set(unchanged.map(({ path }) => path));
  const same = before.filter(({ path }) => kept.has(path));
  if (same.length < kept.size) return undefined;
  const { pages, problems } = await placePages(db, { stored, site, unchanged: same, read });
  return { before, after: pages, problems };
}
