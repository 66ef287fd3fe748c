import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { serveGit } from "./git-http-server.ts";
import { makeRepository } from "./make-repository.ts";
import { makeTree } from "./make-tree.ts";
import { runHere } from "./run-here.ts";
import { newDataFolder, runDocent, type Settings } from "./server-process.ts";

const timeout = 240_000;
const token = "tok_hunter2hunter2";
/** 2: what was typed is wrong. 1: it could not be done. */
const refusal = (code: 1 | 2) => ({
  ...{ code, stdout: "", stderr: expect.stringMatching(/^docent: [^\n]+\n$/) },
});

async function openProject() {
  const data = await newDataFolder();
  const docent = (args: string[], settings: Settings = {}) =>
    runHere([...args, "--data", data], settings);
  const { root } = await makeTree({ "a.md": "# A\n" });
  const added = await docent(["projects", "add", "--domain", "acme", "--docs", root]);
  expect(added).toMatchObject({ code: 0 });
  return { data, docent, root };
}

test("sources are added, listed, changed and removed, and their pages with them", {
  timeout,
}, async () => {
  const { docent } = await openProject();
  const { root } = await makeTree({ "docs/b.md": "# B\n", "other/c.md": "# C\n" });
  const place = ["--domain", "acme", "--docs", root, "--subfolder", "docs", "--mount", "api"];
  const added = await docent(["sources", "add", ...place]);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^src_\w+\n$/) });
  const id = added.stdout.trim();
  const listed = await docent(["sources", "list", "--domain", "acme"]);
  expect(listed.stdout).toMatch(
    new RegExp(`^${id} +acme +1 +\\S+ \\S+ +plain +api +ok +${root} docs$`, "m"),
  );
  const update = ["sources", "update", id, "--domain", "acme", "--subfolder", "other"];
  expect((await docent(update)).stderr).toContain("1 page: 1 added, 0 changed, 1 removed");
  const remove = ["sources", "remove", id, "--domain", "acme"];
  expect(await docent(remove)).toMatchObject(refusal(2));
  expect(await docent([...remove, "--yes"])).toMatchObject({ code: 0 });
  expect((await docent(["sources", "list"])).stdout).not.toContain(id);
  expect(await docent([...remove, "--yes"])).toMatchObject(refusal(1));
});

test("a source that cannot be read is not added, and neither is one with a bad name for its token", {
  timeout,
}, async () => {
  const { docent, root } = await openProject();
  const before = (await docent(["sources", "list"])).stdout;
  const add = (...flags: string[]) => docent(["sources", "add", "--domain", "acme", ...flags]);
  expect(await add("--docs", root, "--subfolder", "gone")).toMatchObject(refusal(1));
  expect(await add("--docs", root, "--mount", "../up")).toMatchObject(refusal(2));
  expect(await add("--docs", root, "--token", "ghp_a-b.c")).toMatchObject({
    ...refusal(2),
    stderr: expect.stringContaining("the name of a token, not the token"),
  });
  expect((await docent(["sources", "list"])).stdout).toBe(before);
});

test("a private repository is read with the token of its name, which is kept nowhere", {
  timeout,
}, async () => {
  const { data } = await openProject();
  const { path } = await makeRepository({ "private.md": "# Private\n" });
  const { url } = await serveGit(dirname(path), { username: "x-access-token", token });
  const location = `${url}/${path.slice(dirname(path).length + 1)}`;
  const args = ["--domain", "acme", "--docs", location, "--mount", "private", "--token", "acme"];
  // In a process of its own, because what it logs is looked through as well.
  const add = (settings: Settings) =>
    runDocent(["sources", "add", ...args, "--data", data], settings);
  expect(await add({ DOCENT_GIT_TOKEN: token })).toMatchObject({
    ...refusal(1),
    stderr: expect.stringContaining("set DOCENT_GIT_TOKEN_ACME"),
  });
  const wrong = await add({ DOCENT_GIT_TOKEN_ACME: `${token}x` });
  expect(wrong).toMatchObject(refusal(1));
  const right = await add({ DOCENT_GIT_TOKEN_ACME: token, DOCENT_LOG_LEVEL: "trace" });
  expect(right).toMatchObject({ code: 0 });
  for (const { stdout, stderr } of [wrong, right]) expect(stdout + stderr).not.toContain("hunter2");
  expect(readFileSync(join(data, "docent.db"), "latin1")).not.toContain("hunter2");
});
