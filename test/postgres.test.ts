import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "./postgres.ts";

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("two test databases do not see each other's tables", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  onTestFinished(async () => {
    await Promise.all([first.drop(), second.drop()]);
  });
  await (await connect(first.url)).query("CREATE TABLE note (text TEXT)");
  const tables = await (await connect(second.url)).query("SELECT to_regclass('note') AS note");
  expect(tables.rows).toEqual([{ note: null }]);
});

test("the server is PostgreSQL 18 and sorts text by language", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const client = await connect(database.url);
  const version = await client.query("SHOW server_version_num");
  expect(Math.trunc(version.rows[0].server_version_num / 10_000)).toBe(18);
  const sorted = await client.query(
    "SELECT t FROM (VALUES ('B'), ('a'), ('é'), ('f')) v(t) ORDER BY t",
  );
  expect(sorted.rows.map((row) => row.t)).toEqual(["a", "B", "é", "f"]);
});

test("a dropped test database is gone, even while someone is connected", async () => {
  const database = await createTestDatabase();
  await connect(database.url);
  await database.drop();
  const client = new pg.Client({ connectionString: database.url });
  await expect(client.connect()).rejects.toMatchObject({ code: "3D000" });
});
