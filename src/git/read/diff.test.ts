import { expect, test } from "vitest";
import { makeRepository, type RepositoryFile } from "../../../test/make-repository.ts";
import { fileDiff } from "../../contract/changes.ts";
import { changedFiles, diffCommits } from "./diff.ts";
import { branchCommit } from "./resolve-commit.ts";

async function diff(before: Record<string, RepositoryFile>, after: Record<string, RepositoryFile>) {
  const repository = await makeRepository(before);
  const base = await branchCommit(repository.path, "main");
  const head = await repository.commit("x", after, base);
  const { files, truncated } = await diffCommits(repository.path, base, head);
  for (const file of files) fileDiff.parse(file);
  return { files, truncated, byPath: Object.fromEntries(files.map((file) => [file.path, file])) };
}

test("a changed file is shown with its lines and their numbers", async () => {
  const before = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ""].join("\n");
  const { files, truncated } = await diff(
    { "a.md": before },
    { "a.md": before.replace("5", "five\nand a half") },
  );
  expect(truncated).toBe(false);
  expect(files).toEqual([
    {
      path: "a.md",
      oldPath: "a.md",
      status: "modified",
      binary: false,
      additions: 2,
      deletions: 1,
      hunks: [
        {
          header: "@@ -2,7 +2,8 @@",
          lines: [
            { kind: "context", text: "2", oldLine: 2, newLine: 2 },
            { kind: "context", text: "3", oldLine: 3, newLine: 3 },
            { kind: "context", text: "4", oldLine: 4, newLine: 4 },
            { kind: "removed", text: "5", oldLine: 5, newLine: null },
            { kind: "added", text: "five", oldLine: null, newLine: 5 },
            { kind: "added", text: "and a half", oldLine: null, newLine: 6 },
            { kind: "context", text: "6", oldLine: 6, newLine: 7 },
            { kind: "context", text: "7", oldLine: 7, newLine: 8 },
            { kind: "context", text: "8", oldLine: 8, newLine: 9 },
          ],
        },
      ],
    },
  ]);
});

test("the files alone tell a page that was moved, once and with its links repaired, from a new one", async () => {
  const keys = "# Keys\n\nA key opens a door.\nA key closes it.\n\nSee [roles](roles.md).\n";
  const repository = await makeRepository({ "keys.md": keys, "gone.md": "# Gone\n\nAway.\n" });
  const base = await branchCommit(repository.path, "main");
  const moved = keys.replace("roles.md", "/access/roles.md");
  const after = { "keys.md": null, "gone.md": null, "a/keys.md": moved, "b.md": "# New\n\nX.\n" };
  const head = await repository.commit("x", { ...after, "c.md": keys.slice(0, 40) }, base);
  const files = await changedFiles(repository.path, base, head);
  expect(files.map(({ path, oldPath, status }) => [path, oldPath, status])).toEqual([
    ["a/keys.md", "keys.md", "moved"],
    ["b.md", "b.md", "added"],
    ["c.md", "c.md", "added"],
    ["gone.md", "gone.md", "deleted"],
  ]);
});

test("added, deleted, moved, binary and empty files are told apart", async () => {
  const text = "one\ntwo\nthree\nfour\nfive\n";
  const { byPath } = await diff(
    {
      "gone.md": "g\n",
      "old name.md": text,
      "moved.md": text.replace("one", "1"),
      "p.png": Buffer.from([0, 1]),
      "run.sh": "r\n",
    },
    {
      "gone.md": null,
      "old name.md": null,
      "docs/né\tw.md": text.replace("five", "5"),
      "moved.md": null,
      "same.md": text.replace("one", "1"),
      "new.md": "n",
      "empty.md": "",
      "p.png": Buffer.from([0, 2]),
      "run.sh": { mode: "100755", content: "r\n" },
    },
  );
  expect(byPath["gone.md"]).toMatchObject({ status: "deleted", additions: 0, deletions: 1 });
  expect(byPath["gone.md"]?.hunks[0]?.lines[0]).toMatchObject({ kind: "removed", oldLine: 1 });
  expect(byPath["docs/né\tw.md"]).toMatchObject({ status: "moved", oldPath: "old name.md" });
  expect(byPath["docs/né\tw.md"]?.additions).toBe(1);
  expect(byPath["same.md"]).toMatchObject({ status: "moved", oldPath: "moved.md", hunks: [] });
  expect(byPath["new.md"]).toMatchObject({ status: "added", additions: 1, oldPath: "new.md" });
  expect(byPath["new.md"]?.hunks[0]?.lines).toEqual([
    { kind: "added", text: "n", oldLine: null, newLine: 1 },
  ]);
  expect(byPath["empty.md"]).toMatchObject({ status: "added", hunks: [] });
  expect(byPath["p.png"]).toMatchObject({ status: "modified", binary: true, hunks: [] });
  expect(byPath["run.sh"]).toMatchObject({ status: "modified", additions: 0, hunks: [] });
  expect(Object.keys(byPath)).toHaveLength(7);
});

test("lines that look like a patch are lines of the file", async () => {
  const content = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No newline\n\r\n\n";
  const { files } = await diff({ "a.md": "", "b.md": "b\n" }, { "a.md": content, "b.md": "c\n" });
  expect(files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(
    content.split("\n").slice(0, -1),
  );
  expect(files[1]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(["b", "c"]);
});

test("a file that becomes a link, and a submodule, do not shift the others", async () => {
  const link = { mode: "120000", content: "/etc/passwd" };
  const { byPath } = await diff(
    { "a.md": "a\n", "b.md": "b\n", t: { mode: "160000", id: "1".repeat(40) }, "z.md": "z\n" },
    { "a.md": link, "b.md": "B\n", t: { mode: "160000", id: "2".repeat(40) }, "z.md": "Z\n" },
  );
  expect(byPath["a.md"]?.hunks.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual([
    "a",
    "/etc/passwd",
  ]);
  expect(byPath["b.md"]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(["b", "B"]);
  expect(byPath.t?.hunks[0]?.lines[1]?.text).toBe(`Subproject commit ${"2".repeat(40)}`);
  expect(byPath["z.md"]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(["z", "Z"]);
});

test("only what the head changed is shown, not what the base gained since", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  const fork = await branchCommit(repository.path, "main");
  const head = await repository.commit("x", { "x.md": "x\n" }, fork);
  const base = await repository.commit("main", { "m.md": "m\n" });
  const { files } = await diffCommits(repository.path, base, head);
  expect(files.map(({ path }) => path)).toEqual(["x.md"]);
  expect(await diffCommits(repository.path, head, head)).toEqual({ files: [], truncated: false });
});

test("a long diff is cut, with the counts of the whole", async () => {
  const { files, truncated } = await diff(
    { "b.md": "b\n" },
    { "a.md": "x\n".repeat(30_000), "b.md": "B\n" },
  );
  expect(truncated).toBe(true);
  expect(files[0]).toMatchObject({ path: "a.md", additions: 30_000 });
  expect(files[0]?.hunks[0]?.lines.length).toBeLessThan(20_001);
  expect(files[1]).toMatchObject({ path: "b.md", additions: 1, hunks: [] });
});

test("long lines are cut, and many files are not all listed", async () => {
  const { files } = await diff({}, { "a.md": "x".repeat(1_000_000) });
  expect(files[0]?.hunks[0]?.lines[0]?.text).toHaveLength(2_001);
  const many = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, at) => [`p${at}.md`, `${at}\n`]),
  );
  const all = await diff({}, many);
  expect(all.files).toHaveLength(1_000);
  expect(all.truncated).toBe(true);
});

test("only full ids are compared", async () => {
  const repository = await makeRepository({ "a.md": "a\n" });
  for (const name of ["main", "--output=/tmp/x", ""])
    await expect(diffCommits(repository.path, name, name)).rejects.toMatchObject({
      code: "invalid_request",
    });
});
