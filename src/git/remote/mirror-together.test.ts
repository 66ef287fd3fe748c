import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { branchCommit, resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { inMirrorTurn, mirror } from "./mirror.ts";

async function setUp() {
  const origin = await makeRepository({ "a.md": "a\n" });
  const url = pathToFileURL(origin.path).href;
  const copy = join(origin.folder, "mirrors/copy.git");
  const places = { origin, url, copy, update: () => mirror(url, copy) };
  await places.update();
  return places;
}

test("a lock left by a killed fetch does not stop the next one, and the copy is not made anew", async () => {
  const { origin, copy, update } = await setUp();
  const next = await origin.commit("main", { "a.md": "b\n" });
  const { ino } = await stat(copy);
  const lock = join(copy, "refs/heads/main.lock");
  await mkdir(join(copy, "refs/heads"), { recursive: true });
  await writeFile(lock, "");
  await utimes(lock, new Date(0), new Date(0));
  await update();
  expect(await branchCommit(copy, "main")).toBe(next);
  expect((await stat(copy)).ino).toBe(ino);
});

test("a lock that another process holds is waited for and left alone", async () => {
  const { origin, copy, update } = await setUp();
  const next = await origin.commit("main", { "a.md": "b\n" });
  const lock = join(copy, "refs/heads/main.lock");
  await mkdir(join(copy, "refs/heads"), { recursive: true });
  await writeFile(lock, "");
  const updating = update();
  await sleep(700);
  expect(existsSync(lock)).toBe(true);
  await rm(lock);
  await updating;
  expect(await branchCommit(copy, "main")).toBe(next);
});

test("a fetch takes away branches the remote lacks, and no ref of another kind", async () => {
  const { copy, update } = await setUp();
  const commit = await branchCommit(copy, "main");
  for (const ref of ["refs/heads/docs/x", `refs/docent/unpushed/${commit}`])
    await runGit(["update-ref", ref, commit], { gitDirectory: copy });
  await update();
  expect(await resolveCommit(copy, "refs/heads/docs/x")).toBeUndefined();
  expect(await resolveCommit(copy, `refs/docent/unpushed/${commit}`)).toBe(commit);
});

test("a copy that is young enough is not fetched again", async () => {
  const { origin, url, copy } = await setUp();
  const old = await branchCommit(copy, "main");
  const next = await origin.commit("main", { "a.md": "b\n" });
  await mirror(url, copy, { maxAgeMs: 60_000 });
  expect(await branchCommit(copy, "main")).toBe(old);
  await utimes(join(copy, "docent-fetched"), new Date(0), new Date(0));
  await mirror(url, copy, { maxAgeMs: 60_000 });
  expect(await branchCommit(copy, "main")).toBe(next);
});

const script = `
  const { mirror } = await import(${JSON.stringify(new URL("mirror.ts", import.meta.url).href)});
  const [url, copy] = process.argv.slice(1);
  for (let round = 0; round < 5; round += 1) await mirror(url, copy);
`;

test("processes that update one copy at the same time do not fail each other", async () => {
  const { origin, url, copy } = await setUp();
  const args = ["--input-type=module", "--eval", script, url, copy];
  const started = [1, 2, 3].map(() =>
    once(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }), "close"),
  );
  for (let round = 0; round < 20; round += 1) {
    await origin.commit("main", { "a.md": `${round}\n` });
    await origin.commit(`topic-${round % 3}`, { "b.md": `${round}\n` });
    if (round % 4 === 0) await origin.git("update-ref", "-d", "refs/heads/topic-0");
  }
  const updates = Array.from({ length: 5 }, () => mirror(url, copy));
  expect(await Promise.all(started)).toEqual(started.map(() => [0, null]));
  await Promise.all(updates);
  await mirror(url, copy);
  expect(await branchCommit(copy, "main")).toBe(await branchCommit(origin.path, "main"));
  await runGit(["fsck", "--strict"], { gitDirectory: copy });
}, 60_000);

test("turns of one mirror follow each other, those of another go beside them", async () => {
  const order: string[] = [];
  const turn = (folder: string, name: string, ms: number) =>
    inMirrorTurn(folder, async () => {
      order.push(`${name} begins`);
      await sleep(ms);
      order.push(`${name} ends`);
    });
  await Promise.all([turn("a", "one", 50), turn("a", "two", 1), turn("b", "three", 1)]);
  expect(order.filter((entry) => !entry.startsWith("three"))).toEqual([
    "one begins",
    "one ends",
    "two begins",
    "two ends",
  ]);
  expect(order.indexOf("three ends")).toBeLessThan(order.indexOf("one ends"));
});

test("who gives up waiting leaves at once, and those behind still wait for who is in front", async () => {
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const running = inMirrorTurn("c", () => first.promise.then(() => order.push("first")));
  const reason = new Error("enough");
  const leaving = new AbortController();
  const left = inMirrorTurn("c", async () => order.push("left"), leaving.signal);
  const last = inMirrorTurn("c", async () => order.push("last"));
  leaving.abort(reason);
  await expect(left).rejects.toBe(reason);
  first.resolve();
  await Promise.all([running, last]);
  expect(order).toEqual(["first", "last"]);
  const failing = inMirrorTurn("c", () => Promise.reject(reason));
  await expect(failing).rejects.toBe(reason);
  expect(await inMirrorTurn("c", async () => "next")).toBe("next");
});
