import { expect, onTestFinished, test } from "vitest";
import { makeTree } from "./make-tree.ts";
import { createTestDatabase } from "./postgres.ts";
import { answerOf, askServer, newDataFolder, runDocent, startServer } from "./server-process.ts";

const question = "How do I revoke a key?";

test("a server on PostgreSQL goes on where the one on SQLite ended: same keys, same answers, same jobs", async () => {
  const { root } = await makeTree({
    "keys.md": "# Keys\n\n## Revoke a key\n\nRun `acme keys revoke` to revoke a key at once.\n",
  });
  const data = await newDataFolder();
  const flags = ["--docs", root, "--data", data, "--domain", "acme"];
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const settings = { DATABASE_URL: database.url };
  const before = await startServer(flags);
  const ask = async (url: string) =>
    answerOf(await askServer(url, before.keys.assistant, question, { domain: "acme" }));
  const said = await ask(before.url);
  expect(said).toContain("acme keys revoke");
  const running = await runDocent(["migrate-store", "--data", data], settings);
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining("Another Docent") });
  const listed = () => runDocent(["insights", "questions", "--domain", "acme", "--data", data]);
  const asked = (await listed()).stdout;
  await before.end();
  const moved = await runDocent(["migrate-store", "--data", data], settings);
  expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining("hashes") });
  expect(moved.stdout).toMatch(/^answers +1 /m);
  expect(`${moved.stdout}${moved.stderr}`).not.toContain(new URL(database.url).password);
  const again = await runDocent(["migrate-store", "--data", data], settings);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
  const questions = ["insights", "questions", "--domain", "acme", "--data", data];
  expect((await runDocent(questions, settings)).stdout).toBe(asked);
  const after = await startServer(flags, settings);
  try {
    expect(await ask(after.url)).toBe(said);
    expect(after.keys.assistant).toBeUndefined();
  } finally {
    await after.end();
  }
});
