import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository, type RepositoryFile } from "../../../test/make-repository.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { type OverlayOptions, openOverlay } from "./overlay.ts";
import type { OverlayChanges } from "./overlay-change.ts";

const elsewhere = "1234567890".repeat(4);

async function open(
  files: Record<string, RepositoryFile>,
  changes: OverlayChanges = [],
  options: OverlayOptions = {},
) {
  const repository = await makeRepository(files);
  const commit = await branchCommit(repository.path, "main");
  return openOverlay(repository.path, commit, changes, options);
}

const paths = (files: { path: string }[]) => files.map(({ path }) => path);

test("files are listed and read as the commit has them", async () => {
  const overlay = await open({ "a.md": "# A\r\n", "docs/b.md": "\ufeff# B", "docs/c/d.md": "" });
  expect(paths(overlay.list())).toEqual(["a.md", "docs/b.md", "docs/c/d.md"]);
  expect(paths(overlay.list("docs/"))).toEqual(["docs/b.md", "docs/c/d.md"]);
  expect(paths(overlay.list("docs/c"))).toEqual(["docs/c/d.md"]);
  expect(paths(overlay.list("doc"))).toEqual([]);
  expect(await overlay.read("a.md")).toBe("# A\r\n");
  expect(await overlay.read("./docs/b.md")).toBe("\ufeff# B");
  expect(await overlay.read("docs/c/d.md")).toBe("");
  expect(overlay.changes()).toEqual([]);
});

test("what is written is read back, listed, and told as a change", async () => {
  const overlay = await open({ "a.md": "a\n", "run.sh": { mode: "100755", content: "echo\n" } });
  expect(overlay.write("docs/new.md", "new\r\n")).toEqual({ created: true });
  expect(overlay.write("a.md", "b\n")).toEqual({ created: false });
  overlay.write("run.sh", "echo 2\n");
  expect(await overlay.read("docs/new.md")).toBe("new\r\n");
  expect(paths(overlay.list())).toEqual(["a.md", "docs/new.md", "run.sh"]);
  expect(overlay.changes()).toEqual([
    { path: "a.md", content: "b\n", mode: "100644" },
    { path: "docs/new.md", content: "new\r\n", mode: "100644" },
    { path: "run.sh", content: "echo 2\n", mode: "100755" },
  ]);
});

test("a removed file is gone, and can be written again", async () => {
  const overlay = await open({ "a.md": "a\n", "b.md": "b\n" });
  overlay.remove("a.md");
  await expect(overlay.read("a.md")).rejects.toMatchObject({ code: "not_found" });
  expect(() => overlay.remove("a.md")).toThrow("There is no file");
  expect(paths(overlay.list())).toEqual(["b.md"]);
  expect(overlay.changes()).toEqual([{ path: "a.md", content: null, mode: "100644" }]);
  expect(overlay.write("a.md", "again\n")).toEqual({ created: true });
  expect(await overlay.read("a.md")).toBe("again\n");
});

test("changes that are taken back leave no change", async () => {
  const overlay = await open({ "a.md": "a\n" });
  overlay.write("a.md", "b\n");
  overlay.write("a.md", "a\n");
  overlay.write("new.md", "x");
  overlay.remove("new.md");
  await overlay.move("a.md", "b.md");
  await overlay.move("b.md", "a.md");
  expect(overlay.changes()).toEqual([]);
});

test("a checkout goes on from its changes after they went through JSON", async () => {
  const repository = await makeRepository({ "a.md": "a", "b.md": "b", "p.png": Buffer.from([0]) });
  const commit = await branchCommit(repository.path, "main");
  const first = await openOverlay(repository.path, commit, []);
  first.write("new.md", "new");
  first.remove("a.md");
  await first.move("b.md", "docs/b.md");
  await first.move("p.png", "images/p.png");
  const saved = JSON.parse(JSON.stringify(first.changes()));
  const second = await openOverlay(repository.path, commit, saved);
  expect(second.changes()).toEqual(first.changes());
  expect(second.list()).toEqual(first.list());
  expect(await second.read("docs/b.md")).toBe("b");
  expect(() => second.write("DOCS/x.md", "x")).toThrow("many systems cannot tell");
});

test("a move keeps content and mode, of binary and long files too", async () => {
  const long = "x".repeat(3 * 1024 * 1024);
  const overlay = await open({
    "a.sh": { mode: "100755", content: "a" },
    "p.png": Buffer.from([137, 0, 255]),
    "long.txt": long,
  });
  await overlay.move("a.sh", "bin/a.sh");
  await overlay.move("p.png", "p2.png");
  await overlay.move("long.txt", "long2.txt");
  const changes = overlay.changes();
  expect(changes.find(({ path }) => path === "bin/a.sh")).toEqual({
    path: "bin/a.sh",
    content: "a",
    mode: "100755",
  });
  expect(changes.find(({ path }) => path === "p2.png")).toMatchObject({ encoding: "blob" });
  expect(JSON.stringify(changes).length).toBeLessThan(1_000);
  await expect(overlay.read("p2.png")).rejects.toMatchObject({ code: "unsupported_media_type" });
  await expect(overlay.read("long2.txt")).rejects.toMatchObject({ code: "too_large" });
});

test("a move to a taken or read-only path is refused and changes nothing", async () => {
  const overlay = await open({ "a.md": "a", "b.md": "b" });
  await expect(overlay.move("a.md", "b.md")).rejects.toThrow('There is a file "b.md" already');
  await expect(overlay.move("a.md", "b.md/c.md")).rejects.toThrow('"b.md" is not a folder');
  await expect(overlay.move("a.md", "Jenkinsfile")).rejects.toMatchObject({ code: "forbidden" });
  await expect(overlay.move("a.md", "../a.md")).rejects.toMatchObject({ code: "invalid_request" });
  await expect(overlay.move("no.md", "c.md")).rejects.toMatchObject({ code: "not_found" });
  expect(overlay.changes()).toEqual([]);
});

test("a file takes the place of a folder that is gone, and the other way round", async () => {
  const overlay = await open({ "a/b.md": "b", c: "c" });
  expect(() => overlay.write("a", "x")).toThrow("it is a folder");
  await overlay.move("a/b.md", "d.md");
  overlay.write("a", "x");
  await overlay.move("c", "c/index.md");
  expect(paths(overlay.list())).toEqual(["a", "c/index.md", "d.md"]);
});

test("names that differ in case or in how an accent is written clash", async () => {
  const overlay = await open({ "Docs/Readme.md": "r", "caf\u00e9.md": "c", "stra\u00dfe.md": "s" });
  for (const path of [
    "docs/readme.md",
    "docs/other.md",
    "Docs/README.md",
    "cafe\u0301.md",
    "CAF\u00c9.md",
    "docs",
    "STRASSE.md",
  ]) {
    expect(() => overlay.write(path, "x"), path).toThrow("many systems cannot tell");
  }
  await overlay.move("Docs/Readme.md", "Docs/README.md");
  overlay.write("Docs/other.md", "x");
  expect(paths(overlay.list("Docs"))).toEqual(["Docs/README.md", "Docs/other.md"]);
});

test("names that clash already can still be edited", async () => {
  const overlay = await open({ "A.md": "1", "a.md": "2", "D/x.md": "3", "d/y.md": "4" });
  overlay.write("a.md", "new");
  overlay.write("d/z.md", "new");
  overlay.remove("A.md");
  expect(overlay.changes()).toHaveLength(3);
});

test("a file that is not there is answered with those that bear its name", async () => {
  const overlay = await open({ "docs/keys.md": "k", "api/Keys.md": "k", "a.md": "a" });
  await expect(overlay.read("keys.md")).rejects.toThrow(
    'There is no file "keys.md". Did you mean "api/Keys.md" or "docs/keys.md"?',
  );
  await expect(overlay.read("nothing.md")).rejects.toThrow("List the files");
});

test("binary, foreign and long files are refused with what to do", async () => {
  const overlay = await open({
    "nul.md": Buffer.from("a\0b"),
    "latin.md": Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    "long.md": "x".repeat(2 * 1024 * 1024 + 1),
    "full.md": "x".repeat(2 * 1024 * 1024),
  });
  await expect(overlay.read("nul.md")).rejects.toThrow("is not UTF-8 text");
  await expect(overlay.read("latin.md")).rejects.toThrow("is not UTF-8 text");
  await expect(overlay.read("long.md")).rejects.toThrow("Search it for the text");
  expect(await overlay.read("full.md")).toHaveLength(2 * 1024 * 1024);
  expect(() => overlay.write("a.md", "a\0")).toThrow("not plain text");
  expect(() => overlay.write("a.md", "\ud800")).toThrow("not plain text");
  expect(() => overlay.write("a.md", "x".repeat(2 * 1024 * 1024 + 1))).toThrow("Split it");
  expect(overlay.changes()).toEqual([]);
});

test("many files are read in the order asked for, without those that are no text", async () => {
  const overlay = await open({ "a.md": "a", "b.md": "b", "c.md": "c", "p.png": Buffer.from([0]) });
  overlay.write("b.md", "changed");
  overlay.remove("c.md");
  const order = ["p.png", "c.md", "b.md", "nothing.md", "a.md"];
  expect(await Array.fromAsync(overlay.readEach(order))).toEqual([
    { path: "b.md", content: "changed" },
    { path: "a.md", content: "a" },
  ]);
  for await (const { path } of overlay.readEach(["a.md", "b.md"])) {
    expect(path).toBe("a.md");
    break;
  }
});

test("there is an end to how much one job may change", async () => {
  const overlay = await open({ "a.md": "a" });
  const text = "x".repeat(2 * 1024 * 1024);
  for (let count = 0; count < 16; count += 1) overlay.write(`big-${count}.md`, text);
  expect(() => overlay.write("big-16.md", text)).toThrow("leave the rest to another job");
  overlay.remove("big-0.md");
  overlay.write("big-16.md", text);
  expect(overlay.changes()).toHaveLength(16);
});

test("links and submodules are listed, but neither read nor changed", async () => {
  const overlay = await open({
    secret: { mode: "120000", content: "/etc/passwd" },
    out: { mode: "120000", content: "../../.." },
    theme: { mode: "160000", id: elsewhere },
    "a.md": "a",
  });
  expect(overlay.list().filter(({ readable }) => !readable)).toHaveLength(3);
  for (const path of ["secret", "out", "theme"]) {
    await expect(overlay.read(path)).rejects.toMatchObject({ code: "forbidden" });
    expect(() => overlay.write(path, "x")).toThrow("leave it as it is");
    expect(() => overlay.remove(path)).toThrow("leave it as it is");
    await expect(overlay.move(path, "b.md")).rejects.toMatchObject({ code: "forbidden" });
    await expect(overlay.move("a.md", path)).rejects.toMatchObject({ code: "conflict" });
    expect(() => overlay.write(`${path}/tmp/owned`, "x")).toThrow("is not a folder");
  }
  expect(await Array.fromAsync(overlay.readEach(["secret", "theme"]))).toEqual([]);
  expect(overlay.changes()).toEqual([]);
});

test.each([
  "",
  ".",
  "..",
  "../x.md",
  "a/../../x.md",
  "/etc/passwd",
  "//x",
  "a//b.md",
  "a/",
  "a/./b.md",
  "a\0b.md",
  "a\nb.md",
  "a\u0085b.md",
  "\ud800.md",
  ".git/config",
  ".GIT/hooks/pre-commit",
  "docs/.git/config",
  ".git./config",
  ".git /config",
  ".g\u200cit/config",
  "GIT~1/config",
  ".git::$INDEX_ALLOCATION/config",
  ".git\\config",
  "\uff0egit/config",
  "x".repeat(1_001),
])("%j is no path of a file", async (path) => {
  const overlay = await open({ "a.md": "a" });
  const refused = { code: "invalid_request" };
  await expect(overlay.read(path)).rejects.toMatchObject(refused);
  expect(() => overlay.write(path, "x")).toThrow(/path|top/);
  expect(() => overlay.remove(path)).toThrow(/path|top/);
  await expect(overlay.move("a.md", path)).rejects.toMatchObject(refused);
  expect(overlay.changes()).toEqual([]);
});

test.each([
  "a:b.md",
  "a\\b.md",
  "what?.md",
  "a.md.",
  "docs /a.md",
  " a.md",
  "a\u202eb.md",
  `${"x".repeat(256)}.md`,
])("no new file is called %j", async (path) => {
  const overlay = await open({ "a.md": "a" });
  expect(() => overlay.write(path, "x")).toThrow(/every system|too long/);
  expect(overlay.changes()).toEqual([]);
});

test("files with odd names that are there can be edited", async () => {
  const odd = [
    "-rf",
    "--upload-pack=x",
    "what?.md",
    "a:b.md",
    "*",
    ":(exclude)a",
    'q"q.md',
    "é.md",
  ];
  const overlay = await open(Object.fromEntries(odd.map((path) => [path, `in ${path}`])));
  for (const path of odd) {
    expect(await overlay.read(path)).toBe(`in ${path}`);
    overlay.write(path, "new");
  }
  expect(paths(overlay.changes())).toEqual([...odd].sort());
});

test("names that no plain git makes are listed, but cannot be named", async () => {
  const { path, git } = await makeRepository({ "a.md": "a" });
  const blob = (await git("rev-parse", "main:a.md")).trim();
  const names = [".git", "..", "caf\xe9.md", "a\nb", "a.md"];
  const input = names.map((name) => Buffer.from(`100644 blob ${blob}\t${name}\0`, "latin1"));
  const options = { gitDirectory: path, author: { name: "Ada", email: "ada@example.com" } };
  const made = await runGit(["mktree", "-z"], { ...options, input: Buffer.concat(input) });
  const tree = made.stdout.toString().trim();
  const { stdout } = await runGit(["commit-tree", "-m", "x", tree], options);
  const overlay = await openOverlay(path, stdout.toString().trim(), []);
  expect(overlay.list().filter(({ readable }) => readable)).toEqual([
    { path: "a.md", readable: true },
  ]);
  expect(overlay.list()).toHaveLength(names.length);
  for (const name of [".git", "..", "a\nb"])
    await expect(overlay.read(name)).rejects.toMatchObject({ code: "invalid_request" });
  await expect(overlay.read("caf\ufffd.md")).rejects.toMatchObject({ code: "forbidden" });
  expect((await overlay.grep("a")).matches.map((match) => match.path)).toEqual(["a.md"]);
});

test("names with control characters are listed, but cannot be named", async () => {
  const overlay = await open({ "a\tb.md": "a" });
  expect(overlay.list()).toEqual([{ path: "a\tb.md", readable: false }]);
});

test.each([
  ".github/workflows/ci.yml",
  ".GitHub/Workflows/new.yml",
  ".github/actions/x/action.yml",
  ".gitlab-ci.yml",
  ".gitea/workflows/a.yaml",
  ".forgejo/workflows/a.yaml",
  ".circleci/config.yml",
  "Jenkinsfile",
  "sub/jenkinsfile",
  ".travis.yaml",
  ".gitattributes",
  "docs/.gitattribute\u017f",
  ".gitmodules",
  ".github/CODEOWNERS",
  ".husky/pre-commit",
])("%s is read-only", async (path) => {
  const overlay = await open({ "a.md": "a", [path]: "on: push\n" });
  expect(await overlay.read(path)).toBe("on: push\n");
  for (const edit of [() => overlay.write(path, "x"), () => overlay.remove(path)]) {
    expect(edit).toThrow("tell the user what to change there");
  }
  await expect(overlay.move(path, "b.yml")).rejects.toMatchObject({ code: "forbidden" });
  expect(overlay.changes()).toEqual([]);
});

test("the operator's read-only paths hold for everything below them", async () => {
  const files = { "docs/a.md": "a", "infra/x.md": "x", "infrared.md": "y" };
  const overlay = await open(files, [], { readOnlyPaths: ["infra/", "docs/A.md"] });
  for (const path of ["infra/x.md", "Infra/new.md", "docs/a.md"]) {
    expect(() => overlay.write(path, "z")).toThrow("read-only in this project");
  }
  overlay.write("infrared.md", "z");
});

test("changes that no checkout makes are refused", async () => {
  const repository = await makeRepository({ "a.md": "a" });
  const commit = await branchCommit(repository.path, "main");
  const change = { path: "a.md", content: "x", mode: "100644" } as const;
  for (const damaged of [
    { ...change, path: "../a.md" },
    { ...change, path: "./a.md" },
    { ...change, content: "a\0" },
    { ...change, content: 'x\nM 100644 inline "b"', encoding: "blob" as const },
    { ...change, content: null, encoding: "blob" as const },
    JSON.parse('{"path": "a.md", "content": "x", "mode": "120000"}'),
  ]) {
    await expect(openOverlay(repository.path, commit, [damaged])).rejects.toMatchObject({
      code: "invalid_request",
    });
  }
  await expect(openOverlay(repository.path, "main", [])).rejects.toThrow("full id");
  await expect(openOverlay(repository.path, elsewhere, [])).rejects.toMatchObject({
    code: "not_found",
  });
});

test("working in a checkout writes nothing to the disk", async () => {
  const repository = await makeRepository({
    "a.md": "a",
    out: { mode: "120000", content: "../outside" },
  });
  await mkdir(join(repository.folder, "outside"));
  const before = await readdir(repository.folder, { recursive: true });
  const commit = await branchCommit(repository.path, "main");
  const overlay = await openOverlay(repository.path, commit, []);
  overlay.write("b.md", "b");
  await overlay.move("a.md", "c.md");
  await overlay.grep("a");
  expect(() => overlay.write("out/b.md", "b")).toThrow("is not a folder");
  expect(await readdir(repository.folder, { recursive: true })).toEqual(before);
});
