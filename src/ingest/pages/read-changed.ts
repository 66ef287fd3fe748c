import { type RevisionPage, revisionPages } from "../../store/docs/revision-pages.ts";
import { placedBy } from "../../store/docs/revisions.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import type { SourceChanges } from "../sources/source.ts";
import { withoutLimits } from "../sources/source-limits.ts";
import { kindOfFile } from "./kind-of-file.ts";
import type { KnownSource } from "./known-sources.ts";
import { contentIds } from "./page-identity.ts";
import { pageReader } from "./page-reader.ts";
import { keptPlaces, type ReadDeps, type ReadSource } from "./read-pages.ts";
import { rememberCostly } from "./remember-costly.ts";
import { storePages } from "./store-pages.ts";

export type ChangedInput = {
  stored: StoredSource;
  known: KnownSource;
  changes: SourceChanges;
  baseId: string;
  placedAfter: string;
};

export type ChangedSource = Pick<ReadSource, "before" | "after"> & { bytes: number };

/**
 * The pages of files whose text has changed, where nothing else of the source can be different for it. Undefined: every file has
 * to be looked at. What has been stored until then, that look finds.
 */
export async function readChanged(
  deps: ReadDeps,
  { stored, known, changes, baseId, placedAfter }: ChangedInput,
  signal?: AbortSignal,
): Promise<ChangedSource | undefined> {
  const { db, limits = withoutLimits } = deps;
  const { files, support, read } = changes;
  const touched = [...support, ...files.map(({ path }) => path)];
  if (touched.some((path) => known.included.has(path) || known.settings.has(path)))
    return undefined;
  const bytes = files.reduce((sum, file) => sum + file.size, known.bytes);
  if (bytes > limits.sourceBytes || files.some(({ path }) => kindOfFile(path) === "openapi"))
    return undefined;
  const fileOf = new Map(files.map(({ path }) => [pathAt(stored, path), path]));
  const there = await revisionPages(db, baseId, [...fileOf.keys()]);
  const isOwn = ({ sourceId, path, file }: RevisionPage) =>
    sourceId === stored.id && file === fileOf.get(path);
  const before = there.filter(isOwn);
  // A page that includes others is made of more than its file.
  if (before.length < files.length || before.some(({ includes }) => includes.length > 0))
    return undefined;
  const reader = await rememberCostly(
    deps,
    stored.projectId,
    deps.reader ?? pageReader(deps.embedder),
  );
  const { pages, skipped } = await storePages(
    { ...deps, reader },
    {
      ...{ stored, files, limits, unchanged: known.pages - files.length },
      snapshot: { files, support: [], read },
      site: known.site,
      ids: contentIds(files, known.site),
    },
    { onProgress: () => undefined, ...(signal && { signal }) },
  );
  if (skipped.length > 0 || pages.some(({ includes }) => includes.length > 0)) return undefined;
  const placed = await keptPlaces(db, {
    ...{ stored, baseId, placedAfter, siteId: known.siteId, changing: before, read: pages },
  });
  return placed && { before: placed.before, after: placed.after, bytes };
}

function pathAt({ mount }: StoredSource, path: string): string {
  return mount === "" ? path : `${mount}/${path}`;
}

/** Whether a revision has the source's pages just as they were when it was last looked at. */
export async function isAsKnown(
  { db }: Pick<ReadDeps, "db">,
  { known, stored, baseId }: Pick<ChangedInput, "known" | "stored" | "baseId">,
): Promise<boolean> {
  if (known.revisionId === baseId) return true;
  const placed = await placedBy(db, baseId, stored.id);
  return known.commit !== "" && stored.kind === "git" && placed?.commit === known.commit;
}
