import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { writeMigratedFile } from "../../../test/migrated-store.ts";
import { addTestProject, countEveryTable, noon } from "../../../test/store-rows.ts";
import { dataPlaces } from "../../lib/data-folder.ts";
import { openDatabase } from "../database.ts";
import { lockDataFolder } from "../server-lock.ts";
import { checkBackup } from "./backup-file.ts";
import { restoredFolder } from "./finish-restore.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

/** A data folder whose store, key and repository all tell the same name. */
async function makeData(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docent-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeMigratedFile(join(folder, "docent.db"));
  await inStore(folder, (db) => addTestProject(db, name));
  await writeFile(join(folder, "secret.key"), name, { mode: 0o600 });
  await mkdir(join(folder, "repositories/docent.git/objects"), { recursive: true });
  await writeFile(join(folder, "repositories/docent.git/HEAD"), name);
  await writeFile(join(folder, "repositories/docent.git/objects/empty"), "");
  return folder;
}

async function inStore<Result>(
  folder: string,
  read: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase({ kind: "sqlite", file: join(folder, "docent.db") });
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

/** What the three say, after the store was opened as any command does. */
async function saidBy(folder: string): Promise<string[]> {
  const domains = await inStore(folder, (db) =>
    db.selectFrom("projects").select("domain").execute(),
  );
  return [
    domains.map(({ domain }) => domain).join(" "),
    await readFile(join(folder, "secret.key"), "utf8"),
    await readFile(join(folder, "repositories/docent.git/HEAD"), "utf8"),
  ];
}

async function backUp(folder: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "docent-backup-")), "docent.backup");
  onTestFinished(() => rm(join(path, ".."), { recursive: true, force: true }));
  const store = join(folder, "docent.db");
  await makeBackup({ data: dataPlaces(folder), store, path, createdAt: noon }, () => undefined);
  return path;
}

function restore(path: string, folder: string, mayReplace = false) {
  return restoreBackup({ path, openFolder: () => folder, mayReplace });
}

test("a restored backup has every row, the key and the repositories, and nobody else can read it", async () => {
  const folder = await makeData("acme");
  const path = await backUp(folder);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, ".."))).toEqual(["docent.backup"]);
  const empty = await mkdtemp(join(folder, "elsewhere-"));
  const { rows } = await restore(path, empty);
  expect(rows.projects).toBe(1);
  expect(await saidBy(empty)).toEqual(["acme", "acme", "acme"]);
  expect(await inStore(empty, countEveryTable)).toEqual(await inStore(folder, countEveryTable));
  expect(existsSync(join(empty, "repositories/docent.git/objects/empty"))).toBe(true);
});

test("a backup is of one moment while others write", async () => {
  const folder = await makeData("acme");
  await inStore(folder, async (db) => {
    // Each write adds to both tables: a copy of two moments would have more in one of them.
    await sql`create table one (n integer, filling blob)`.execute(db);
    await sql`create table other (n integer)`.execute(db);
    const write = (bytes: number) =>
      db.transaction().execute(async (trx) => {
        await sql`insert into one values (1, randomblob(${bytes}))`.execute(trx);
        await sql`insert into other values (1)`.execute(trx);
      });
    for (let count = 0; count < 5; count += 1) await write(1_000_000);
    let isOver = false;
    const writing = (async () => {
      while (!isOver) await write(100).then(() => new Promise(setImmediate));
    })();
    const path = await backUp(folder);
    isOver = true;
    await writing;
    const { rows } = await checkBackup(path);
    const now = await sql<{ n: number }>`select count(*) as n from other`.execute(db);
    expect(rows.one).toBe(rows.other);
    expect(rows.one).toBeLessThan(now.rows[0]?.n ?? 0);
  });
});

test("a cut or changed backup is refused before anything is touched", async () => {
  const [old, folder] = [await makeData("old"), await makeData("acme")];
  const path = await backUp(folder);
  const whole = await readFile(path);
  const faults: [Buffer, RegExp][] = [
    [whole.subarray(0, whole.length - 1), /end is missing/],
    [whole.subarray(0, 5_000), /end is missing/],
    [Buffer.alloc(0), /end is missing/],
    [Buffer.concat([whole.subarray(0, 5_000), whole.subarray(5_001)]), /parts of it are missing/],
    [changed(whole, 20_000), /docent\.db has changed/],
    [changed(whole, whole.length - 100), /list of parts has changed/],
  ];
  for (const [bytes, reason] of faults) {
    await writeFile(path, bytes);
    await expect(restore(path, old, true)).rejects.toThrow(reason);
  }
  expect(await saidBy(old)).toEqual(["old", "old", "old"]);
  await truncate(join(folder, "docent.db"), 40_000);
  await expect(backUp(folder)).rejects.toThrow(/damaged|malformed|cannot be written/);
});

function changed(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}

test("a store is replaced by force alone, never under a server, and never by a newer Docent's", async () => {
  const [old, folder] = [await makeData("old"), await makeData("acme")];
  const path = await backUp(folder);
  await expect(restore(path, old)).rejects.toThrow(/--force/);
  const lock = lockDataFolder(old);
  await expect(restore(path, old, true)).rejects.toThrow(/Another Docent server/);
  lock.release();
  await inStore(folder, (db) =>
    sql`insert into docent_migrations (name, ran_at) values ('9999-future', 'now')`.execute(db),
  );
  await expect(restore(await backUp(folder), old, true)).rejects.toThrow(/newer Docent/);
  expect(await saidBy(old)).toEqual(["old", "old", "old"]);
  expect(readdirSync(old).filter((name) => name.startsWith("restor"))).toEqual([]);
  await expect(backUp(folder).then(() => makeAgain(folder, path))).rejects.toThrow(/is there/);
  await restore(path, old, true);
  expect(await saidBy(old)).toEqual(["acme", "acme", "acme"]);
});

function makeAgain(folder: string, path: string) {
  const store = join(folder, "docent.db");
  return makeBackup({ data: dataPlaces(folder), store, path, createdAt: noon }, () => undefined);
}

test("a restore that ended between any two moves is carried on by whoever opens the store", async () => {
  const source = await makeData("acme");
  for (const moved of [[], ["docent.db"], ["docent.db", "repositories"]]) {
    const [folder, fresh] = [await makeData("old"), await makeData("acme")];
    await rename(fresh, restoredFolder(folder));
    await writeFile(join(folder, "docent.db-wal"), "of the old store");
    for (const name of moved) {
      await rm(join(folder, `${name}-wal`), { force: true });
      await rm(join(folder, name), { recursive: true });
      await rename(join(restoredFolder(folder), name), join(folder, name));
    }
    expect(await saidBy(folder)).toEqual(await saidBy(source));
    expect(existsSync(restoredFolder(folder))).toBe(false);
  }
});

const program = `
  const { restoreBackup } = await import(process.argv[1]);
  process.stdout.write("ready");
  await restoreBackup({ path: process.argv[2], openFolder: () => process.argv[3], mayReplace: true });
  process.stdout.write(" done");
`;

test("a restore that is killed at any moment leaves the old data or the new", async () => {
  const path = await backUp(await makeData("acme"));
  const folder = await makeData("old");
  const seen = new Set<string>();
  for (const afterMs of [0, 8, 32, 200]) {
    const file = new URL("./restore-backup.ts", import.meta.url).href;
    const args = ["--no-warnings", "--input-type=module", "-e", program, file, path, folder];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const closed = once(child, "close");
    await once(child.stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    child.kill("SIGKILL");
    await closed;
    const said = await saidBy(folder);
    expect(new Set(said).size, said.join()).toBe(1);
    seen.add(said[0] ?? "");
  }
  await restore(path, folder, true);
  expect(await saidBy(folder)).toEqual(["acme", "acme", "acme"]);
  expect(readdirSync(folder).filter((name) => /^restor(?:ing|ed)/.test(name))).toEqual([]);
  expect([...seen].every((name) => ["old", "acme"].includes(name))).toBe(true);
});
