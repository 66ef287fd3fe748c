import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../src/store/database.ts";
import { makeUpGroup } from "./made-up-groups.ts";
import { makeRepository } from "./make-repository.ts";
import { runHere } from "./run-here.ts";
import { newDataFolder } from "./server-process.ts";
import { countEveryTable } from "./store-rows.ts";

const page = (command: string) =>
  `# Keys\n\n## Revoke a key\n\nRun \`${command}\` to revoke a key at once.\n`;

async function setUp() {
  const repository = await makeRepository({ "keys.md": page("acme keys revoke") });
  const main = (await repository.git("rev-parse", "main")).trim();
  await repository.commit("next", { "keys.md": page("acme keys end") }, main);
  const data = await newDataFolder();
  const docent = (...args: string[]) => runHere([...args, "--data", data]);
  await docent("projects", "add", "--domain", "acme", "--docs", repository.path);
  await docent("ask", "--domain", "acme", "How do I revoke a key?");
  const inStore = async <Result>(
    read: (db: Awaited<ReturnType<typeof openDatabase>>) => Result,
  ) => {
    const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  };
  return { docent, inStore };
}

const ofBranches = {
  ...{ refRevisions: 0, revisions: 0, revisionPages: 0, droppedPages: 0 },
  ...{ blobs: 0, passages: 0 },
};

test("a recorded question is asked again, on its own docs and on a branch", async () => {
  const { docent, inStore } = await setUp();
  const { id } = await inStore((db) =>
    db.selectFrom("answers").select("id").executeTakeFirstOrThrow(),
  );
  const before = await inStore(countEveryTable);
  const same = await docent("replay", id);
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining("Changes:\n  none") });
  const changed = await docent("replay", "--ref", "next", id);
  expect(changed.code).toBe(0);
  expect(changed.stdout).toMatch(/~ - Run `acme keys revoke`.*\n +~ \+ Run `acme keys end`/);
  expect(await docent("replay", "--ref", "nope", id)).toMatchObject({ code: 1, stdout: "" });
  expect(await docent("replay", "ans_none")).toMatchObject({ code: 1, stdout: "" });
  const after = await inStore(countEveryTable);
  // What reading the branch has stored is kept for a while, for whoever asks next.
  expect({ ...after, ...ofBranches }).toEqual({ ...before, ...ofBranches });
});

test("a reader is forgotten only when somebody says so", async () => {
  const { docent, inStore } = await setUp();
  expect(await docent("forget", "--fp", "command-line")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/threads: 1, messages: 2.*\n.*--yes/),
  });
  expect(await inStore(countEveryTable)).toMatchObject({ threads: 1, answers: 1 });
  expect(await docent("forget", "--fp", "someone-else", "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("threads: 0"),
  });
  expect(await docent("forget", "--fp", "command-line", "--domain", "acme", "--yes")).toMatchObject(
    {
      code: 0,
      stdout: "Deleted threads: 1, messages: 2, answers: 1, ratings: 0, chats: 0\n",
      stderr: "",
    },
  );
  expect(await inStore(countEveryTable)).toMatchObject({ threads: 0, answers: 0, messages: 0 });
});

test("questions of a group are moved into a new one", async () => {
  const { docent, inStore } = await setUp();
  const groupId = await inStore(async (db) => {
    const { id: projectId } = await db
      .selectFrom("projects")
      .select("id")
      .executeTakeFirstOrThrow();
    return makeUpGroup(db, {
      projectId,
      questions: ["How many topics?", "Which cookies are set?"],
    });
  });
  const groups = (...args: string[]) => docent("insights", ...args, "--domain", "acme");
  const { stdout } = await groups("groups", "--group", groupId);
  const cookies = /(ans_\S+) +Which cookies are set\?/.exec(stdout)?.[1] ?? "";
  const split = await groups("split", "--group", groupId, "--question", cookies);
  expect(split).toMatchObject({ code: 0, stderr: expect.stringContaining("has 1 question now") });
  const parted = await groups("groups", "--group", split.stdout.trim());
  expect(parted.stdout).toContain("Which cookies are set?");
  expect(await groups("split", "--group", groupId, "--question", cookies)).toMatchObject({
    ...{ code: 1, stdout: "", stderr: expect.stringContaining("choose again") },
  });
  expect(await groups("split", "--group", groupId)).toMatchObject({ code: 2, stdout: "" });
});
