import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runGit } from "../run/git.ts";
import { initBareRepository } from "../write/build-folder.ts";
import { listTree } from "./list-tree.ts";
import { readBlobs } from "./read-blobs.ts";

let folder: string;
let repository: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docent-blobs-"));
  repository = join(folder, "x.git");
  await initBareRepository(repository);
  return () => rm(folder, { recursive: true, force: true });
});

async function write(content: string): Promise<string> {
  const options = { gitDirectory: repository, input: content };
  const { stdout } = await runGit(["hash-object", "-w", "--stdin"], options);
  return stdout.toString().trim();
}

test("many blobs come in order, repeated ones too", async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => write("x".repeat(index * 10_000))),
  );
  const wanted = [...ids, ...ids.toReversed()];
  const blobs = await Array.fromAsync(readBlobs(repository, wanted));
  expect(blobs.map(({ id }) => id)).toEqual(wanted);
  expect(blobs.map(({ content }) => content.length).slice(0, 20)).toEqual(
    ids.map((_, index) => index * 10_000),
  );
});

test("a blob over the limit, a missing one and a made-up id are errors", async () => {
  const read = (id: string) => Array.fromAsync(readBlobs(repository, [id], { maxBytes: 10 }));
  await expect(read(await write("x".repeat(11)))).rejects.toMatchObject({ code: "too_large" });
  await expect(read("0".repeat(40))).rejects.toMatchObject({ code: "not_found" });
  await expect(read(`${"0".repeat(40)}\nHEAD`)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await read(await write("x".repeat(10)))).toHaveLength(1);
});

test("a reader may leave early or be aborted", async () => {
  const ids = [
    await write("a".repeat(300_000)),
    await write("b".repeat(300_000)),
    await write("c"),
  ];
  for await (const { id } of readBlobs(repository, ids)) {
    expect(id).toBe(ids[0]);
    break;
  }
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of readBlobs(repository, ids, { signal: controller.signal })) {
      controller.abort(new Error("enough"));
    }
  })();
  await expect(reading).rejects.toThrow("enough");
});

test("a repository that is not there is an error", async () => {
  const reading = Array.fromAsync(readBlobs(join(folder, "nothing"), ["0".repeat(40)]));
  await expect(reading).rejects.toMatchObject({ code: "not_found" });
});

test("links and submodules are no files of a tree", async () => {
  const id = await write("page");
  const entries = [
    `100644 blob ${id}\tpage.md`,
    `120000 blob ${id}\tlink.md`,
    `160000 commit ${"1".repeat(40)}\tmodule`,
    `100755 blob ${id}\tscript.md`,
  ];
  const git = async (args: string[], input = "") =>
    (
      await runGit(args, { gitDirectory: repository, input, author: { name: "A", email: "a@b" } })
    ).stdout
      .toString()
      .trim();
  const tree = await git(["mktree", "--missing"], `${entries.join("\n")}\n`);
  const top = await git(["mktree"], `040000 tree ${tree}\tdocs\n`);
  const commit = await git(["commit-tree", "-m", "x", top]);
  const listed = await listTree(repository, commit, { subfolder: "docs/" });
  expect(listed).toEqual([
    { path: "page.md", blobId: id, size: 4, mode: "100644" },
    { path: "script.md", blobId: id, size: 4, mode: "100755" },
  ]);
  expect((await listTree(repository, commit)).map(({ path }) => path)).toEqual([
    "docs/page.md",
    "docs/script.md",
  ]);
  await expect(listTree(repository, commit, { subfolder: "other" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(listTree(repository, commit, { subfolder: "../x" })).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(listTree(repository, "--help")).rejects.toMatchObject({ code: "invalid_request" });
});
