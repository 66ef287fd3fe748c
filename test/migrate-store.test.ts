import { expect, onTestFinished, test } from "vitest";
import { makeTree } from "./make-tree.ts";
import { createTestDatabase } from "./postgres.ts";
import { answerOf, askServer, newDataFolder, runDocent, serveUntilEnd } from "./server-process.ts";

const question = "How do I revoke a key?";

test("a server on PostgreSQL goes on where the one on SQLite ended: the key works, and the answer is the same", {
  timeout: 240_000,
}, async () => {
  const { root } = await makeTree({
    "keys.md": "# Keys\n\n## Revoke a key\n\nRun `acme keys revoke` to revoke a key at once.\n",
  });
  const data = await newDataFolder();
  const flags = ["--docs", root, "--data", data, "--domain", "acme"];
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const settings = { DATABASE_URL: database.url };
  const before = await serveUntilEnd(flags);
  const ask = async (url: string) =>
    answerOf(await askServer(url, before.keys.assistant, question, { domain: "acme" }));
  const said = await ask(before.url);
  expect(said).toContain("acme keys revoke");
  const beside = await runDocent(["migrate-store", "--data", data], settings);
  expect(beside).toMatchObject({ code: 1, stderr: expect.stringContaining("Another Docent") });
  await before.end();
  const moved = await runDocent(["migrate-store", "--data", data], settings);
  expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining("hashes") });
  expect(moved.stdout).toMatch(/^answers +1 /m);
  expect(`${moved.stdout}${moved.stderr}`).not.toContain(new URL(database.url).password);
  const after = await serveUntilEnd(flags, settings);
  expect(await ask(after.url)).toBe(said);
  expect(after.keys.assistant).toBeUndefined();
});
