import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/store/database.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

let emptyFile: Promise<Buffer> | undefined;
let emptyDatabase: Promise<TestDatabase> | undefined;

/** A store with the newest schema and no rows. It is migrated once and copied from then on: that takes a tenth of the time. */
export async function writeMigratedFile(file: string): Promise<void> {
  emptyFile ??= migrateFile();
  await writeFile(file, await emptyFile);
}

/** The same on PostgreSQL. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  emptyDatabase ??= migrateDatabase();
  return createTestDatabase((await emptyDatabase).name);
}

async function migrateFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "docent-empty-"));
  try {
    const file = join(folder, "docent.db");
    await (await openDatabase({ kind: "sqlite", file })).destroy();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function migrateDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await (await openDatabase({ kind: "postgres", url: database.url })).destroy();
  return database;
}
