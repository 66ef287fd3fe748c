import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type SettingRow = Row<"settings">;

/** Stands beside the settings and counts their changes: no setting of the environment has such a name. */
const counter = "version";

export type StoredSettings = { version: string; rows: SettingRow[] };

export async function readStoredSettings(db: Database): Promise<StoredSettings> {
  const rows = await db.selectFrom("settings").selectAll().orderBy("name").execute();
  const version = rows.find(({ name }) => name === counter)?.value ?? "0";
  return { version, rows: rows.filter(({ name }) => name !== counter) };
}

/** What tells whether anything has changed since. */
export async function settingsVersion(db: Database): Promise<string> {
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", counter)
    .executeTakeFirst();
  return row?.value ?? "0";
}

/** Within a transaction: counts one change more. False when somebody else has made one since `version`. */
export async function countChange(
  db: Database,
  version: string,
  { setBy, at }: { setBy: string; at: string },
): Promise<boolean> {
  const next = { value: String(Number(version) + 1), setBy, updatedAt: at };
  if (version === "0") {
    const first = await db
      .insertInto("settings")
      .values({ name: counter, ...next })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("name")
      .executeTakeFirst();
    return first !== undefined;
  }
  const counted = await db
    .updateTable("settings")
    .set(next)
    .where("name", "=", counter)
    .where("value", "=", version)
    .returning("name")
    .executeTakeFirst();
  return counted !== undefined;
}

export async function putSetting(db: Database, row: SettingRow): Promise<void> {
  const { name: _, ...changed } = row;
  await db
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(changed))
    .execute();
}

export async function deleteSetting(db: Database, name: string): Promise<void> {
  await db.deleteFrom("settings").where("name", "=", name).execute();
}
