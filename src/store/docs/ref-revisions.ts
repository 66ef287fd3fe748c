import type { ExpressionBuilder } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row, Tables } from "../tables.ts";
import { insertRevision } from "./insert-revision.ts";
import { rootRevision } from "./page-overlays.ts";
import { lockProject } from "./projects.ts";
import type { Difference } from "./revision-pages.ts";

/** Which docs a revision holds: a commit of a source, beside what the project had from its other sources. */
export type RefDocs = Pick<
  Row<"refRevisions">,
  "projectId" | "sourceId" | "commitId" | "baseRevisionId"
>;

/** The revision of these docs, which counts as used now; undefined where there is none any more. */
export async function touchRefRevision(
  db: Database,
  docs: RefDocs,
  { now, since }: { now: string; since: string },
): Promise<string | undefined> {
  const found = await selectDocs(db, docs).select(["revisionId", "usedAt"]).executeTakeFirst();
  if (found === undefined || found.usedAt >= since) return found?.revisionId;
  const used = await db
    .updateTable("refRevisions")
    .set({ usedAt: now })
    .where("revisionId", "=", found.revisionId)
    .returning("revisionId")
    .executeTakeFirst();
  return used?.revisionId;
}

export type NewRefRevision = RefDocs & {
  /** What it has otherwise than the revision that its pages were compared with; null: all there is. */
  over: string | null;
  difference: Pick<Difference, "written" | "dropped">;
  pageCount: number;
  at: string;
};

/** Where another node was faster, its revision is given and nothing is written. Undefined: what it was compared with is gone. */
export async function insertRefRevision(
  db: Database,
  input: NewRefRevision,
): Promise<string | undefined> {
  const { projectId, sourceId, commitId, baseRevisionId, over, difference, pageCount, at } = input;
  return db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const known = await selectDocs(trx, input).select("revisionId").executeTakeFirst();
    if (known) return known.revisionId;
    if (over !== null && (await rootRevision(trx, over)) === undefined) return undefined;
    const commits = { [sourceId]: commitId };
    const revision = { projectId, commits, siteIds: {}, pageCount, createdAt: at };
    const { revisionId } = await insertRevision(trx, { ...revision, over, difference });
    const docs = { projectId, sourceId, commitId, baseRevisionId };
    await trx
      .insertInto("refRevisions")
      .values({ ...docs, revisionId, usedAt: at })
      .execute();
    return revisionId;
  });
}

/** The revisions of a project that somebody may ask about: the current one, and those of branches and commits. */
export async function askedRevisions(db: Database, projectId: string): Promise<Set<string>> {
  const current = await db
    .selectFrom("projects")
    .select("currentRevisionId")
    .where("id", "=", projectId)
    .executeTakeFirst();
  const refs = await db
    .selectFrom("refRevisions")
    .select("revisionId")
    .where("projectId", "=", projectId)
    .execute();
  return new Set([current?.currentRevisionId ?? "", ...refs.map(({ revisionId }) => revisionId)]);
}

/** Those that nobody has used since. One that an answer is being written from stays. */
export async function dropIdleRefRevisions(db: Database, usedBefore: string): Promise<void> {
  await db
    .deleteFrom("revisions")
    .where("id", "in", (query) =>
      query.selectFrom("refRevisions").select("revisionId").where("usedAt", "<", usedBefore),
    )
    .where(isAtRest)
    .execute();
}

/**
 * Drops those used longest ago until there are fewer than `most`, of a project or of all. False: all the others were
 * used since `usedBefore`, or answers are being written from them.
 */
export async function makeRoomForRef(
  db: Database,
  { projectId, most, usedBefore }: { projectId?: string; most: number; usedBefore: string },
): Promise<boolean> {
  let query = db.selectFrom("refRevisions").select(["revisionId", "usedAt"]).orderBy("usedAt");
  if (projectId !== undefined) query = query.where("projectId", "=", projectId);
  const all = await query.execute();
  let over = all.length - most + 1;
  for (const { revisionId, usedAt } of all) {
    if (over <= 0 || usedAt >= usedBefore) break;
    const dropped = await db
      .deleteFrom("revisions")
      .where("id", "=", revisionId)
      .where(isAtRest)
      .returning("id")
      .executeTakeFirst();
    if (dropped) over -= 1;
  }
  return over <= 0;
}

function selectDocs(db: Database | DatabaseTransaction, docs: RefDocs) {
  return db
    .selectFrom("refRevisions")
    .where("projectId", "=", docs.projectId)
    .where("sourceId", "=", docs.sourceId)
    .where("commitId", "=", docs.commitId)
    .where("baseRevisionId", "=", docs.baseRevisionId);
}

function isAtRest({ not, exists, selectFrom }: ExpressionBuilder<Tables, "revisions">) {
  const answer = selectFrom("answers").select("answers.id");
  return not(
    exists(
      answer
        .whereRef("answers.revisionId", "=", "revisions.id")
        .where("answers.state", "=", "streaming"),
    ),
  );
}
