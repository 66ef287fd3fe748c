import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runGit } from "../../git/run/git.ts";
import { folderSource } from "./folder.ts";
import type { SourceSnapshot } from "./source.ts";

const author = { name: "Ada", email: "ada@example.com" };
let folder: string;
let root: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "docent-folder-")));
  root = join(folder, "docs");
  await mkdir(root);
  return () => rm(folder, { recursive: true, force: true });
});

async function write(path: string, content: string | Buffer = `# ${path}\n`): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

async function commitAll(): Promise<string> {
  await runGit(["init", "--quiet", "--", root]);
  await runGit(["add", "--all"], { cwd: root });
  await runGit(["commit", "--quiet", "--allow-empty", "-m", "x"], { cwd: root, author });
  return (await runGit(["rev-parse", "HEAD"], { cwd: root })).stdout.toString().trim();
}

const paths = (snapshot: SourceSnapshot) => snapshot.files.map(({ path }) => path);

async function contents(snapshot: SourceSnapshot): Promise<Record<string, string>> {
  const read = await Array.fromAsync(snapshot.read(snapshot.files));
  return Object.fromEntries(read.map(({ file, content }) => [file.path, content.toString()]));
}

test("a plain folder is read as it is", async () => {
  for (const path of [
    "index.md",
    "guide/a.mdx",
    "guide/x.png",
    ".hidden/a.md",
    "node_modules/p/a.md",
  ]) {
    await write(path);
  }
  const snapshot = await folderSource({ root }).snapshot();
  expect(snapshot.commit).toBe("");
  expect(snapshot.files).toEqual([
    { path: "guide/a.mdx", size: 14, contentId: undefined },
    { path: "index.md", size: 11, contentId: undefined },
  ]);
  expect(await contents(snapshot)).toEqual({
    "guide/a.mdx": "# guide/a.mdx\n",
    "index.md": "# index.md\n",
  });
});

test("a work tree gives committed, edited and new pages, not deleted or ignored ones", async () => {
  for (const path of ["same.md", "edited.md", "deleted.md"]) await write(path);
  await write(".gitignore", "ignored.md\n/build\n");
  const commit = await commitAll();
  await write("edited.md", "edited");
  await write("new.md", "new");
  await write("ignored.md");
  await write("build/out.md");
  await unlink(join(root, "deleted.md"));
  const snapshot = await folderSource({ root }).snapshot();
  expect(snapshot.commit).toBe(commit);
  expect(await contents(snapshot)).toEqual({
    "edited.md": "edited",
    "new.md": "new",
    "same.md": "# same.md\n",
  });
});

test("a sub-folder's pages have paths from there, and the commit of the tree around it", async () => {
  await write("docs/en/a.md");
  await write("other.md");
  const commit = await commitAll();
  const snapshot = await folderSource({ root, subfolder: "./docs/en/" }).snapshot();
  expect([paths(snapshot), snapshot.commit]).toEqual([["a.md"], commit]);
});

test("a folder that its repository ignores is read all the same", async () => {
  await write(".gitignore", "/installed\n");
  await write("installed/docs/a.md");
  await commitAll();
  expect(paths(await folderSource({ root, subfolder: "installed/docs" }).snapshot())).toEqual([
    "a.md",
  ]);
});

test("a work tree without commits has pages and no commit", async () => {
  await write("a.md");
  await runGit(["init", "--quiet", "--", root]);
  const snapshot = await folderSource({ root }).snapshot();
  expect([paths(snapshot), snapshot.commit]).toEqual([["a.md"], ""]);
});

test("links are followed to pages inside the root and nowhere else", async () => {
  await writeFile(join(folder, "secret.md"), "secret");
  await write(".env", "TOKEN=secret");
  await write("docs/real.md", "real");
  await write("shared.md", "shared");
  const link = (target: string, name: string) => symlink(target, join(root, "docs", name));
  await link("real.md", "inside.md");
  await link("../shared.md", "shared.md");
  await link("../../secret.md", "outside.md");
  await link(join(folder, "secret.md"), "absolute.md");
  await link("../.env", "settings.md");
  await link("../..", "up");
  await link("loop.md", "loop.md");
  await link("nothing.md", "dangling.md");
  for (const repository of [false, true]) {
    if (repository) await commitAll();
    const snapshot = await folderSource({ root, subfolder: "docs" }).snapshot();
    expect(await contents(snapshot)).toEqual({
      "inside.md": "real",
      "real.md": "real",
      "shared.md": "shared",
    });
    expect(snapshot.skipped.map(({ path }) => path)).toEqual([
      "absolute.md",
      "outside.md",
      "settings.md",
    ]);
  }
});

test("what changed since the snapshot is left out or read anew, and never leads outside", async () => {
  for (const path of ["gone.md", "grown.md", "linked.md", "moved/a.md", "pipe.md", "stays.md"])
    await write(path);
  await mkdir(join(folder, "outside"));
  await writeFile(join(folder, "outside/a.md"), "secret");
  const snapshot = await folderSource({ root }).snapshot();
  await unlink(join(root, "gone.md"));
  await write("grown.md", Buffer.alloc(2 * 1024 * 1024 + 1, "x"));
  await unlink(join(root, "linked.md"));
  await symlink(join(folder, "outside/a.md"), join(root, "linked.md"));
  await rm(join(root, "moved"), { recursive: true });
  await symlink(join(folder, "outside"), join(root, "moved"));
  await unlink(join(root, "pipe.md"));
  execFileSync("mkfifo", [join(root, "pipe.md")]);
  await write("stays.md", "changed");
  expect(await contents(snapshot)).toEqual({ "stays.md": "changed" });
});

test("links to supporting files lead to files of their kind inside the root, and to no secret", async () => {
  await writeFile(join(folder, "outside.py"), "secret");
  await write("docs/real.py", "real");
  await write(".hidden/x.py", "secret");
  await write("credentials.json", "secret");
  await write("package.json", "{}");
  const link = (target: string, name: string) => symlink(target, join(root, "docs", name));
  await link("real.py", "inside.py");
  await link("../../outside.py", "outside.py");
  await link("../.hidden/x.py", "hidden.py");
  await link("../credentials.json", "settings.json");
  await link("../package.json", "page.md");
  const snapshot = await folderSource({ root, subfolder: "docs" }).snapshot();
  expect(await contents({ ...snapshot, files: snapshot.support })).toEqual({
    "inside.py": "real",
    "real.py": "real",
  });
  expect(snapshot.files).toEqual([]);
});

test("the site's files above a sub-folder are offered, up to the root and no further", async () => {
  await writeFile(join(folder, "mkdocs.yml"), "outside");
  await write("mkdocs.yml", "site_name: A");
  await write("notes.md");
  await write("package.json");
  await write("content/.vitepress/config.ts", "export default {}");
  await write("content/en/a.md");
  const snapshot = await folderSource({ root, subfolder: "content/en" }).snapshot();
  expect(paths(snapshot)).toEqual(["a.md"]);
  expect(await contents({ ...snapshot, files: snapshot.support })).toEqual({
    "../../mkdocs.yml": "site_name: A",
    "../.vitepress/config.ts": "export default {}",
  });
});

test("a file that has rested keeps its identity until its bytes change, and a young one has none", async () => {
  await write("a.md", "one");
  const idOf = async () => (await folderSource({ root }).snapshot()).files[0]?.contentId;
  expect(await idOf()).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const rested = await idOf();
  expect(rested).toMatch(/^stat:3-/);
  expect(await idOf()).toBe(rested);
  const old = new Date(Date.now() - 3_600_000);
  await write("a.md", "two");
  await utimes(join(root, "a.md"), old, old);
  expect(await idOf(), "a change behind an old time").toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  expect(await idOf()).not.toBe(rested);
});

test("the version changes with any file of the docs and with nothing else", async () => {
  await write("a.md", "one");
  await write("code/x.py");
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const version = () => folderSource({ root }).version();
  const first = await version();
  expect(await version()).toBe(first);
  await write("photo.png", "x");
  expect(await version()).toBe(first);
  await write("code/x.py", "changed");
  expect(await version()).not.toBe(first);
});

test("only pages of the snapshot can be read", async () => {
  await write("a.md");
  await writeFile(join(folder, "secret.md"), "secret");
  const snapshot = await folderSource({ root }).snapshot();
  const foreign = { path: "../secret.md", size: 6, contentId: undefined };
  expect(await Array.fromAsync(snapshot.read([foreign]))).toEqual([]);
});

test("a page over 2 MiB is skipped with a reason", async () => {
  await write("big.md", Buffer.alloc(2 * 1024 * 1024 + 1));
  const snapshot = await folderSource({ root }).snapshot();
  expect(snapshot.files).toEqual([]);
  expect(snapshot.skipped).toEqual([{ path: "big.md", reason: "The file is larger than 2 MiB." }]);
});

test("a pipe and a folder under the name of a page are no pages", async () => {
  execFileSync("mkfifo", [join(root, "pipe.md")]);
  await write("folder.md/inner.md");
  const snapshot = await folderSource({ root }).snapshot();
  expect(paths(snapshot)).toEqual(["folder.md/inner.md"]);
  expect(snapshot.skipped).toEqual([{ path: "pipe.md", reason: "It is not a plain file." }]);
});

function stateOf(path: string): string[] {
  const { mtimeMs, size } = lstatSync(path);
  if (!lstatSync(path).isDirectory())
    return [`${path} ${mtimeMs} ${size} ${readFileSync(path, "latin1")}`];
  return [`${path} ${mtimeMs}`, ...readdirSync(path).flatMap((name) => stateOf(join(path, name)))];
}

test("reading a work tree writes nothing into it", async () => {
  for (const path of ["a.md", "guide/b.md"]) await write(path);
  await commitAll();
  await write("a.md", "edited");
  const before = stateOf(root);
  await contents(await folderSource({ root }).snapshot());
  expect(stateOf(root)).toEqual(before);
});

test("a root that is missing or a file, and a sub-folder that leads out, are refused", async () => {
  await write("a.md");
  await symlink(folder, join(root, "out"));
  const failure = (options: { root: string; subfolder?: string }) =>
    folderSource(options)
      .snapshot()
      .then(
        () => "none",
        (error) => error.code,
      );
  expect(await failure({ root: join(root, "nothing") })).toBe("not_found");
  expect(await failure({ root: join(root, "a.md") })).toBe("not_found");
  expect(await failure({ root, subfolder: "../" })).toBe("invalid_request");
  expect(await failure({ root, subfolder: "out" })).toBe("invalid_request");
});

test("an aborted snapshot ends with the reason", async () => {
  await write("a.md");
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(folderSource({ root }).snapshot(signal)).rejects.toThrow("enough");
});
