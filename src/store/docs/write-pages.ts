import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { DatabaseTransaction } from "../database.ts";
import { inChunks } from "../in-chunks.ts";
import type { Tables } from "../tables.ts";
import { isPageOf } from "./page-overlays.ts";
import type { Difference } from "./revision-pages.ts";

const columns = [
  "projectId",
  "sourceId",
  "path",
  "blobHash",
  "contentId",
  "file",
  "includes",
  "address",
  "position",
  "section",
  "title",
  "hidden",
  "edition",
] as const;

/** All pages of a revision. Inside the store, so that a sync of one page does not send thousands of rows back and forth. */
export async function copyPages(trx: DatabaseTransaction, from: string, to: string): Promise<void> {
  await copyRows(trx, isPageOf(from), to);
}

/** What a revision has otherwise than its base, for another one over the same base. */
export async function copyOverlay(
  trx: DatabaseTransaction,
  from: string,
  to: string,
): Promise<void> {
  await copyRows(trx, ({ eb }) => eb("revisionId", "=", from), to);
  await trx
    .insertInto("droppedPages")
    .columns(["revisionId", "path"])
    .expression(
      trx
        .selectFrom("droppedPages")
        .select(({ val }) => [val(to).as("revisionId"), "path"])
        .where("revisionId", "=", from),
    )
    .execute();
}

async function copyRows(
  trx: DatabaseTransaction,
  isMeant: (builder: ExpressionBuilder<Tables, "revisionPages">) => Expression<SqlBool>,
  to: string,
): Promise<void> {
  await trx
    .insertInto("revisionPages")
    .columns(["revisionId", ...columns])
    .expression(
      trx
        .selectFrom("revisionPages")
        .select(({ val }) => [val(to).as("revisionId"), ...columns])
        .where(isMeant),
    )
    .execute();
}

/** Makes the difference in a revision that lies over another one, or has all pages as rows of its own. */
export async function writePages(
  trx: DatabaseTransaction,
  input: Pick<Difference, "written" | "dropped"> & {
    projectId: string;
    revisionId: string;
    isOver: boolean;
  },
): Promise<void> {
  const { revisionId, projectId, dropped, written, isOver } = input;
  for (const some of inChunks(dropped)) {
    await trx
      .deleteFrom("revisionPages")
      .where("revisionId", "=", revisionId)
      .where("path", "in", some)
      .execute();
    if (!isOver) continue;
    await trx
      .insertInto("droppedPages")
      .values(some.map((path) => ({ revisionId, path })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const rows = written.map((page) => {
    const { path, sourceId, blobHash, contentId, file, includes } = page;
    const { address, section, title, hidden, edition, position = null } = page.place;
    const text = { path, sourceId, blobHash, contentId, file, includes };
    const place = { address, section, title, hidden, edition, position };
    return { revisionId, projectId, ...text, ...place };
  });
  for (const some of inChunks(rows)) await trx.insertInto("revisionPages").values(some).execute();
}
