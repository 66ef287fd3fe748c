import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import { type RevisionPage, revisionPages, writePages } from "./revision-pages.ts";

export type BranchRevision = {
  projectId: string;
  sourceId: string;
  commit: string;
  pages: RevisionPage[];
  /** Whose pages of other sources are carried over. */
  currentRevisionId: string | null;
  at: string;
};

/** Stores a revision that serves nobody. The next sync drops it, should its maker not come to do so. */
export async function insertBranchRevision(db: Database, input: BranchRevision): Promise<string> {
  const { projectId, sourceId, currentRevisionId } = input;
  return db.transaction().execute(async (trx) => {
    const before = currentRevisionId === null ? [] : await revisionPages(trx, currentRevisionId);
    const others = before.filter((page) => page.sourceId !== sourceId);
    const taken = new Set(others.map((page) => page.path));
    const pages = [...others, ...input.pages.filter((page) => !taken.has(page.path))];
    const revisionId = newId("rev");
    await trx
      .insertInto("revisions")
      .values({
        id: revisionId,
        project_id: projectId,
        commits: JSON.stringify({ [sourceId]: input.commit }),
        page_count: pages.length,
        created_at: input.at,
      })
      .execute();
    const written = { written: pages, dropped: [], isChanged: true };
    await writePages(trx, { projectId, revisionId, ...written });
    return revisionId;
  });
}

/** Not one that serves readers, nor one that an answer was given from. */
export async function deleteBranchRevision(db: Database, revisionId: string): Promise<void> {
  await db
    .deleteFrom("revisions")
    .where("id", "=", revisionId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("projects").select("id").where("current_revision_id", "=", revisionId)),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("answers").select("id").where("revision_id", "=", revisionId))),
    )
    .execute();
}
