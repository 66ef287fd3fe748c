import { type Kysely, sql } from "kysely";
import { AppError } from "../../lib/app-error.ts";
import type { Tables } from "../tables.ts";
import { olderCodeMigration } from "./0050-older-code.ts";
import type { Migration } from "./migration.ts";

/** What a store keeps of a migration that has run. `oldestCode` is absent where it was not asked for yet. */
export type Ran = { name: string; oldestCode?: string | null };

/** How new code is: the last migration that it knows. */
export function levelOf(known: Migration[]): string {
  return known.at(-1)?.name ?? "";
}

/** Code takes a store that newer code has migrated, where each migration that it does not know says that it lives with it. */
export function refuseNewerSchema(ran: Ran[], known: Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const foreign = ran.filter(({ name }) => !names.has(name));
  const tooNew = foreign.filter(({ oldestCode }) => !lives(levelOf(known), oldestCode));
  if (tooNew.length === 0) return;
  throw new AppError(
    "conflict",
    `This store was written by a newer Docent (it knows ${tooNew.map(({ name }) => name).join(", ")}): start that version, or restore a backup from before the upgrade.`,
  );
}

function lives(level: string, oldestCode: string | null | undefined): boolean {
  return typeof oldestCode === "string" && oldestCode <= level;
}

/** Notes that a migration has run, and, since stores can hold that, which code lives with it. */
export async function noteRun(trx: Kysely<Tables>, migration: Migration): Promise<void> {
  const { name, contracts = "" } = migration;
  const ranAt = new Date().toISOString();
  const note =
    name < olderCodeMigration.name
      ? sql`insert into docent_migrations (name, ran_at) values (${name}, ${ranAt})`
      : sql`insert into docent_migrations (name, ran_at, oldest_code) values (${name}, ${ranAt}, ${contracts})`;
  await note.execute(trx);
}

/** True while a node runs that still uses what the migration takes away. */
export async function isHeldBack(
  trx: Kysely<Tables>,
  kind: "sqlite" | "postgres",
  { contracts }: Migration,
): Promise<boolean> {
  if (contracts === undefined || kind === "sqlite") return false;
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  const older = await trx
    .selectFrom("leases")
    .select("name")
    .where("name", "like", `${nodeLease}%`)
    .where("owner", "<", contracts)
    .where("expiresAt", ">", rows[0]?.now.toISOString() ?? "")
    .limit(1)
    .execute();
  return older.length > 0;
}

/** Nodes on PostgreSQL hold a lease of this name each, in the name of their code's level. */
export const nodeLease = "node/";
