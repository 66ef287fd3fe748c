import { newId } from "../../lib/ids.ts";
import type { DatabaseTransaction } from "../database.ts";
import type { Row } from "../tables.ts";
import { ownPaths, rootRevision } from "./page-overlays.ts";
import type { Difference } from "./revision-pages.ts";
import { copyOverlay, copyPages, writePages } from "./write-pages.ts";

export type NewRevision = Omit<Row<"revisions">, "id" | "baseRevisionId"> & {
  /** The revision that the difference is to; null: there is nothing but what the difference writes. */
  over: string | null;
  difference: Pick<Difference, "written" | "dropped">;
  /** One that is older is not lain over: it keeps what has gone since. */
  overSince?: string;
};

/** With more paths than this apart from another revision, or half of all, one has all pages as rows of its own. */
const mostApart = 500;

/** Where little is different, the new revision lies over the other one, and only that is written. */
export async function insertRevision(
  trx: DatabaseTransaction,
  { over, difference, overSince = "", ...revision }: NewRevision,
): Promise<{ revisionId: string; isOver: boolean }> {
  const revisionId = newId("rev");
  const root = over === null ? undefined : await rootRevision(trx, over);
  const before = over === null || over === root?.id ? [] : await ownPaths(trx, over);
  const written = difference.written.map(({ path }) => path);
  const apart = new Set([...before, ...written, ...difference.dropped]).size;
  const isSlight = apart <= mostApart && apart <= revision.pageCount / 2;
  const isOver = root !== undefined && root.createdAt >= overSince && isSlight;
  await trx
    .insertInto("revisions")
    .values({ ...revision, id: revisionId, baseRevisionId: isOver ? root.id : null })
    .execute();
  if (over !== null && !isOver) await copyPages(trx, over, revisionId);
  if (over !== null && isOver && over !== root.id) await copyOverlay(trx, over, revisionId);
  const { projectId } = revision;
  await writePages(trx, { projectId, revisionId, isOver, ...difference });
  return { revisionId, isOver };
}
