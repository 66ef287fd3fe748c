import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../database.ts";

export type GroupTurn = { projectId: string; holder: string; now: string; heldUntil: string };

/** Takes or keeps the turn to group a project's questions. Undefined: another node has it. Else, how often centres were written. */
export async function takeTurn(db: Database, turn: GroupTurn): Promise<number | undefined> {
  const { projectId, holder, now, heldUntil } = turn;
  const row = await db
    .insertInto("groupTurns")
    .values({ projectId, holder, heldUntil, version: 0, told: 0 })
    .onConflict((conflict) =>
      conflict
        .column("projectId")
        .doUpdateSet({ holder, heldUntil })
        .where(({ or, eb }) =>
          or([eb("groupTurns.holder", "=", holder), eb("groupTurns.heldUntil", "<", now)]),
        ),
    )
    .returning("version")
    .executeTakeFirst();
  return row?.version;
}

export async function giveBackTurn(
  db: Database,
  { projectId, holder }: Pick<GroupTurn, "projectId" | "holder">,
): Promise<void> {
  await db
    .updateTable("groupTurns")
    .set({ heldUntil: "" })
    .where("projectId", "=", projectId)
    .where("holder", "=", holder)
    .execute();
}

/** Counts one more writing of centres. False: somebody else has written since, and what is in memory is out of date. */
export async function nextVersion(
  trx: DatabaseTransaction,
  projectId: string,
  { holder, version }: { holder: string; version: number },
): Promise<boolean> {
  const row = await trx
    .updateTable("groupTurns")
    .set({ version: version + 1 })
    .where("projectId", "=", projectId)
    .where("holder", "=", holder)
    .where("version", "=", version)
    .returning("version")
    .executeTakeFirst();
  return row !== undefined;
}

/** How often a project's centres were written. */
export async function currentVersion(db: Database, projectId: string): Promise<number> {
  const row = await db
    .selectFrom("groupTurns")
    .select("version")
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Whoever has a project's centres in memory reads them anew, and whoever follows its groups looks again. */
export async function reloadCentres(db: Database, projectId: string): Promise<void> {
  await db
    .insertInto("groupTurns")
    .values({ projectId, holder: "", heldUntil: "", version: 1, told: 0 })
    .onConflict((conflict) =>
      conflict
        .column("projectId")
        .doUpdateSet(({ ref }) => ({ version: sql<number>`${ref("groupTurns.version")} + 1` })),
    )
    .execute();
}

/** Whoever follows the project's groups looks again; the centres are as they were. */
export async function tellGroups(db: Database, projectId: string): Promise<void> {
  await db
    .updateTable("groupTurns")
    .set(({ eb }) => ({ told: eb("told", "+", 1) }))
    .where("projectId", "=", projectId)
    .execute();
}
