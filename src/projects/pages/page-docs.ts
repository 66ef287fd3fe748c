import type { SourceTree } from "../../docs/tree/source-tree.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { Database } from "../../store/database.ts";
import { commitOfRevision, sourcePages } from "../../store/docs/revision-pages.ts";
import { findSource, type StoredSource } from "../../store/docs/sources.ts";
import type { ProjectDocs } from "../open-docs.ts";
import type { DocsParts } from "./view-request.ts";

/** Opens all files of a source as a commit has them, or as they are now; undefined where that is not at hand. */
export type OpenSourceTree = (
  wanted: { source: StoredSource; commit: string; isRef: boolean },
  signal: AbortSignal,
) => Promise<SourceTree | undefined>;

/** The docs that pages belong to, each read once for a revision. */
export type PageDocs = {
  /** Undefined where the files of the source are not at hand. */
  of(project: ProjectDocs, sourceId: string): Promise<OpenedDocs | undefined>;
};

export type OpenedDocs = { parts: DocsParts; read: SourceTree["read"] };

/** Paths of all kept docs together. */
const keptPaths = 400_000;
const openMs = 20_000;
/** Docs that were not at hand are looked for again after so long. */
const againMs = 30_000;

export function createPageDocs(deps: { db: Database; openSourceTree: OpenSourceTree }): PageDocs {
  const kept = createWeightedCache<Promise<OpenedDocs | undefined>>(keptPaths);
  return {
    of(project, sourceId) {
      const id = docsId(project, sourceId);
      const known = kept.get(id);
      if (known !== undefined) return known;
      const opened = openDocsOf(deps, { project, sourceId, id });
      kept.set(id, opened, 1);
      opened.then(
        (docs) => {
          if (docs !== undefined) kept.set(id, opened, docs.parts.paths.size + 1);
          else setTimeout(() => kept.delete(id), againMs).unref();
        },
        () => kept.delete(id),
      );
      return opened;
    },
  };
}

/** A revision never changes. */
export function docsId({ currentRevisionId }: ProjectDocs, sourceId: string): string {
  return `${currentRevisionId} ${sourceId}`;
}

type Wanted = { project: ProjectDocs; sourceId: string; id: string };

async function openDocsOf(
  { db, openSourceTree }: { db: Database; openSourceTree: OpenSourceTree },
  { project, sourceId, id }: Wanted,
): Promise<OpenedDocs | undefined> {
  const revision = project.currentRevisionId;
  const source = await findSource(db, sourceId);
  if (revision === null || source === undefined) return undefined;
  const commit = await commitOfRevision(db, revision, sourceId);
  const isRef = project.ref !== undefined && commit !== "";
  const wanted = { source, commit, isRef };
  const tree = await openSourceTree(wanted, AbortSignal.timeout(openMs)).catch(() => undefined);
  if (tree === undefined) return undefined;
  const { read, ...parts } = tree;
  const pages = await sourcePages(db, revision, sourceId);
  return { parts: { id, pages, ...parts }, read };
}
