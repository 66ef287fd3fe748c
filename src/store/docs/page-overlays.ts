import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** For a query over pages: the page is one of the revision, as a row of its own or of its base. */
export function isPageOf(revisionId: string) {
  return ({ and, or, not, exists, ...expression }: ExpressionBuilder<Tables, "revisionPages">) => {
    const { selectFrom, ref, lit } = expression;
    const base = selectFrom("revisions").select("baseRevisionId").where("id", "=", revisionId);
    const dropped = selectFrom("droppedPages")
      .select(lit(1).as("one"))
      .where("droppedPages.revisionId", "=", revisionId)
      .whereRef("droppedPages.path", "=", "revisionPages.path");
    return and([
      sql<boolean>`${ref("revisionPages.revisionId")} in (${revisionId}, ${base})`,
      or([sql<boolean>`${ref("revisionPages.revisionId")} = ${revisionId}`, not(exists(dropped))]),
    ]);
  };
}

/** The revision that has all pages as rows of its own: this one, or the one it lies over; undefined where it is gone. */
export async function rootRevision(
  db: Database,
  revisionId: string,
): Promise<{ id: string; createdAt: string } | undefined> {
  return db
    .selectFrom("revisions")
    .innerJoin("revisions as root", (join) =>
      join.on(({ eb, fn, ref }) =>
        eb("root.id", "=", fn.coalesce(ref("revisions.baseRevisionId"), ref("revisions.id"))),
      ),
    )
    .select(["root.id", "root.createdAt"])
    .where("revisions.id", "=", revisionId)
    .executeTakeFirst();
}

/** The revision whose pages another one has, and the paths that it has for itself. It never changes, and says something even when the revision is gone. */
export type Overlay = { rootId: string; paths: string[] };

/** Undefined where the revision is gone. */
export async function overlayOf(db: Database, revisionId: string): Promise<Overlay | undefined> {
  const root = await rootRevision(db, revisionId);
  if (root === undefined) return undefined;
  const paths = root.id === revisionId ? [] : await ownPaths(db, revisionId);
  return { rootId: root.id, paths };
}

/** Paths under which two revisions may have something different; undefined where nothing can be said without a look at all pages. */
export function pathsApart(one?: Overlay, other?: Overlay): Set<string> | undefined {
  if (one === undefined || one.rootId !== other?.rootId) return undefined;
  return new Set([...one.paths, ...other.paths]);
}

/** The paths of a revision that are not just as its base has them. */
export async function ownPaths(db: Database, revisionId: string): Promise<string[]> {
  const written = await db
    .selectFrom("revisionPages")
    .select("path")
    .where("revisionId", "=", revisionId)
    .execute();
  const dropped = await db
    .selectFrom("droppedPages")
    .select("path")
    .where("revisionId", "=", revisionId)
    .execute();
  return [...new Set([...written, ...dropped].map(({ path }) => path))];
}
