import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { listTree } from "../read/list-tree.ts";
import { readBlobs } from "../read/read-blobs.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { initBareRepository } from "../write/build-folder.ts";
import { commitFolder } from "../write/commit-folder.ts";
import { mirror } from "./mirror.ts";
import { tidyMirror } from "./tidy-mirror.ts";

const author = { name: "Ada", email: "ada@example.com" };
const main = { branches: new Set(["main"]) };
/** Together more than a pipe holds: a reader that does not go on keeps git waiting in the middle. */
const pages = Array.from({ length: 60 }, (_, page) => ({
  path: `page-${page}.md`,
  content: randomBytes(8_000),
}));

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), "docent-tidy-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [origin, copy] = [join(folder, "origin.git"), join(folder, "copy.git")];
  const update = () => mirror(pathToFileURL(origin).href, copy);
  await initBareRepository(origin);
  const publish = (message: string) =>
    commitFolder(origin, {
      files: [...pages, { path: "a.md", content: message }],
      message,
      author,
    });
  await publish("one");
  await update();
  await scatter(copy);
  const ids = (await listTree(copy, await branchCommit(copy, "main"))).map(({ blobId }) => blobId);
  return { copy, update, publish, ids };
}

/** As many fetches leave it: a pack for each few objects, and the last fetch some time ago. */
async function scatter(copy: string): Promise<void> {
  const git = { gitDirectory: copy };
  const listed = await runGit(["rev-list", "--objects", "--no-object-names", "main"], git);
  const objects = listed.stdout.toString().trim().split("\n");
  await Promise.all(
    objects.slice(0, 22).map((id) =>
      runGit(["pack-objects", "--quiet", join(copy, "objects/pack/pack")], {
        ...git,
        input: `${id}\n`,
      }),
    ),
  );
  await rest(copy);
}

const rest = (copy: string) => utimes(join(copy, "docent-fetched"), new Date(0), new Date(0));

const packsOf = async (copy: string) =>
  (await readdir(join(copy, "objects/pack"))).filter((name) => name.endsWith(".pack"));

const contentsOf = async (copy: string, ids: string[]) =>
  (await Array.fromAsync(readBlobs(copy, ids))).map(({ content }) => content.length);

test("what is reachable stays readable, also for who was in the middle of reading it", async () => {
  const { copy, ids } = await setUp();
  expect((await packsOf(copy)).length).toBeGreaterThan(20);
  const reading = readBlobs(copy, ids);
  const first = await reading.next();
  await tidyMirror(copy, main);
  expect(await packsOf(copy)).toHaveLength(1);
  const others = await Array.fromAsync(reading);
  expect([first.value?.id, ...others.map(({ id }) => id)]).toEqual(ids);
  expect(await contentsOf(copy, ids)).toHaveLength(ids.length);
});

test("a mirror that was just fetched, or is in order, is left as it is", async () => {
  const { copy } = await setUp();
  const before = await packsOf(copy);
  await utimes(join(copy, "docent-fetched"), new Date(), new Date());
  await tidyMirror(copy, main);
  expect(await packsOf(copy)).toEqual(before);
});

test("a kill in the middle leaves a mirror that is read, fetched into and put in order", async () => {
  const { copy, update, publish, ids } = await setUp();
  await killWhileItPacks(copy);
  expect(await contentsOf(copy, ids)).toHaveLength(ids.length);
  const next = await publish("two");
  await update();
  expect(await branchCommit(copy, "main")).toBe(next);
  await rest(copy);
  await tidyMirror(copy, main);
  expect(await contentsOf(copy, ids)).toHaveLength(ids.length);
  await runGit(["fsck", "--connectivity-only"], { gitDirectory: copy });
});

test("a lock that a kill has left is taken away", async () => {
  const { copy, ids } = await setUp();
  await runGit(["update-ref", "refs/heads/other", "main"], { gitDirectory: copy });
  const lock = join(copy, "packed-refs.lock");
  await writeFile(lock, "");
  await utimes(lock, new Date(0), new Date(0));
  await tidyMirror(copy, main);
  expect(await packsOf(copy)).toHaveLength(1);
  expect(await contentsOf(copy, ids)).toHaveLength(ids.length);
});

/** All that git has started dies with it, at the moment a new pack is begun; where it was quicker, it begins again. */
async function killWhileItPacks(copy: string): Promise<void> {
  let signal: unknown;
  for (let attempt = 0; attempt < 10 && signal !== "SIGKILL"; attempt += 1)
    signal = await packAndKill(copy);
  expect(signal).toBe("SIGKILL");
}

async function packAndKill(copy: string): Promise<unknown> {
  const begun = watch(join(copy, "objects/pack"));
  const args = ["--git-dir", copy, "gc", "--quiet", "--prune=2.days.ago"];
  const git = spawn("git", args, { detached: true, stdio: "ignore" });
  begun.on("change", (_, name) => {
    if (!String(name).startsWith("tmp_") || git.pid === undefined || git.exitCode !== null) return;
    begun.close();
    process.kill(-git.pid, "SIGKILL");
  });
  const [, signal] = await once(git, "exit");
  begun.close();
  return signal;
}
