import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository, type RepositoryFile } from "../../../test/make-repository.ts";
import { grepCommit } from "../read/grep-commit.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { openOverlay } from "./overlay.ts";

async function open(files: Record<string, RepositoryFile>) {
  const repository = await makeRepository(files);
  return openOverlay(repository.path, await branchCommit(repository.path, "main"), []);
}

test("lines of the commit and of changed files are found by path and line", async () => {
  const overlay = await open({
    "a.md": "one key\r\ntwo\nthree key\n",
    "docs/b.md": "a key\n",
    "docs/c.md": "a key\n",
    "d.md": "a key\n",
  });
  overlay.write("docs/b.md", "none\n");
  overlay.write("docs/new.md", "first\nthe key\n");
  overlay.remove("d.md");
  await overlay.move("docs/c.md", "docs/z.md");
  expect(await overlay.grep("key")).toEqual({
    matches: [
      { path: "a.md", line: 1, text: "one key" },
      { path: "a.md", line: 3, text: "three key" },
      { path: "docs/new.md", line: 2, text: "the key" },
      { path: "docs/z.md", line: 1, text: "a key" },
    ],
    truncated: false,
    more: 0,
  });
});

test("a search that finds nothing is no failure", async () => {
  const overlay = await open({ "a.md": "a\n" });
  expect(await overlay.grep("nothing")).toEqual({ matches: [], truncated: false, more: 0 });
});

test("case counts only when asked for, alike in changed and unchanged files", async () => {
  const overlay = await open({ "a.md": "Key É\n" });
  overlay.write("b.md", "KEY É\n");
  const found = async (query: string, caseSensitive: boolean) =>
    (await overlay.grep(query, { caseSensitive })).matches.map(({ path }) => path);
  expect(await found("key", false)).toEqual(["a.md", "b.md"]);
  expect(await found("Key", true)).toEqual(["a.md"]);
  expect(await found("key É", false)).toEqual(["a.md", "b.md"]);
  expect(await found("key é", false)).toEqual([]);
});

test("a folder narrows the search, and its name is no pattern", async () => {
  const overlay = await open({ "docs/a.md": "x\n", "docs2/a.md": "x\n", "*/a.md": "x\n" });
  overlay.write("docs/b.md", "x\n");
  overlay.write("docs2/b.md", "x\n");
  const found = async (folder: string) =>
    (await overlay.grep("x", { folder })).matches.map(({ path }) => path);
  expect(await found("docs/")).toEqual(["docs/a.md", "docs/b.md"]);
  expect(await found("*")).toEqual(["*/a.md"]);
  expect(await found("-rf")).toEqual([]);
  await expect(found("../docs")).rejects.toMatchObject({ code: "invalid_request" });
});

test("the query is text, never a pattern or an option", async () => {
  const overlay = await open({ "a.md": "a.c\n--help\nabc\n-e x\n(((\n\\\n" });
  const lines = async (query: string) =>
    (await overlay.grep(query)).matches.map(({ line }) => line);
  expect(await lines("a.c")).toEqual([1]);
  expect(await lines("--help")).toEqual([2]);
  expect(await lines("-e")).toEqual([4]);
  expect(await lines("(((")).toEqual([5]);
  expect(await lines("\\")).toEqual([6]);
});

test.each(["", "  ", "a\nb", "a\0b", "a\rb", "\ud800", "x".repeat(1_001)])(
  "%j cannot be searched for",
  async (query) => {
    const overlay = await open({ "a.md": "a\n" });
    await expect(overlay.grep(query)).rejects.toMatchObject({ code: "invalid_request" });
  },
);

test("more lines than asked for are cut off, and it is said", async () => {
  const overlay = await open({ "a.md": "x\n".repeat(50), "b.md": "x\n".repeat(100_000) });
  overlay.write("c.md", "x\n".repeat(5));
  expect(await overlay.grep("x", { limit: 55, folder: "a.md" })).toMatchObject({
    truncated: false,
  });
  const { matches, truncated, more } = await overlay.grep("x", { limit: 20 });
  expect(matches).toHaveLength(20);
  expect(truncated).toBe(true);
  expect(more).toBe(10_000);
  expect((await overlay.grep("x", { limit: 20, folder: "a.md" })).more).toBe(30);
  const exact = await overlay.grep("x", { limit: 50, folder: "a.md" });
  expect(exact.matches).toHaveLength(50);
  expect(exact.truncated).toBe(false);
});

test("of a long line the part around the match is shown", async () => {
  const line = `${"a".repeat(5_000)}needle${"b".repeat(5_000)}`;
  const overlay = await open({ "a.md": line, "huge.md": `${"c".repeat(1_000_000)}needle` });
  overlay.write("b.md", line);
  const { matches } = await overlay.grep("needle");
  expect(matches.map(({ path }) => path)).toEqual(["a.md", "b.md", "huge.md"]);
  for (const { text } of matches) expect(text.length).toBeLessThanOrEqual(300);
  for (const { text } of matches.slice(0, 2)) expect(text).toContain("needle");
});

test("links, submodules and binary files are not searched", async () => {
  const overlay = await open({
    link: { mode: "120000", content: "needle" },
    theme: { mode: "160000", id: "1234567890".repeat(4) },
    "p.png": Buffer.from("needle\0"),
    "a\nb.md": "needle\n",
    "a.md": "needle\n",
  });
  expect((await overlay.grep("needle")).matches).toEqual([
    { path: "a.md", line: 1, text: "needle" },
  ]);
});

test("a search that takes too long ends with advice", async () => {
  const repository = await makeRepository({ "a.md": "x\n" });
  const commit = await branchCommit(repository.path, "main");
  const place = { repository: repository.path, commit, folder: "" };
  const late = grepCommit({ ...place, query: "x", caseSensitive: true, timeoutMs: 0 });
  await expect(Array.fromAsync(late)).rejects.toThrow("Search in one folder");
});

test("settings in the repository's config change nothing", async () => {
  const repository = await makeRepository({ "a.c": "int needle(void)\n", "b.md": "needle\n" });
  await appendFile(
    join(repository.path, "config"),
    '[grep]\n column = true\n patternType = perl\n fullName = false\n[color]\n ui = always\n[diff "evil"]\n textconv = "touch marked; cat"\n',
  );
  await mkdir(join(repository.path, "info"), { recursive: true });
  await writeFile(join(repository.path, "info/attributes"), "* diff=evil\n");
  const commit = await branchCommit(repository.path, "main");
  const overlay = await openOverlay(repository.path, commit, []);
  expect((await overlay.grep("needle(")).matches).toEqual([
    { path: "a.c", line: 1, text: "int needle(void)" },
  ]);
});

test("files that hold one of the texts are named, changes and odd names included", async () => {
  const overlay = await open({
    "a.md": "the keys\n",
    "-rf": "keys\n",
    "b.md": "Keys\n",
    "docs/c.md": "a door\n",
    "gone.md": "keys\n",
    "changed.md": "keys\n",
    "p.png": Buffer.from("keys\0"),
    link: { mode: "120000", content: "keys" },
  });
  overlay.remove("gone.md");
  overlay.write("changed.md", "none\n");
  overlay.write("new.md", "-e keys\n");
  expect(await overlay.filesWith(["keys", "door", "a\nb"])).toEqual([
    "-rf",
    "a.md",
    "docs/c.md",
    "new.md",
  ]);
  expect(await overlay.filesWith(["-e keys"])).toEqual(["new.md"]);
  expect(await overlay.filesWith(["no such text"])).toEqual([]);
  expect(await overlay.filesWith([])).toEqual([]);
});
