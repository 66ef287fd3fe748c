import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveRemote } from "../../test/git-remote.ts";
import { createTestNode } from "../../test/harness.ts";
import { makeTree } from "../../test/make-tree.ts";
import { mirror, mirrorPlace } from "../git/remote/mirror.ts";
import { runGit } from "../git/run/git.ts";
import { operator } from "../lib/actor.ts";
import { createLog } from "../lib/log.ts";
import { deleteSource, insertSource, newSource } from "../store/docs/sources.ts";
import { insertJob } from "../store/jobs/jobs.ts";
import { tidyMirrors } from "./tidy-mirrors.ts";

const daysMs = 24 * 60 * 60_000;
const createdAt = "2030-01-01T12:00:00.000Z";

async function setUp() {
  const { db, project } = await createTestNode();
  const mirrorFolder = join((await makeTree({})).root, "mirrors");
  const served = await serveRemote({ "a.md": "a\n" });
  const main = (await served.tip("main")) ?? "";
  for (const name of ["needed", "job/x", "old"]) await served.origin.commit(name, {}, main);
  const place = { kind: "git", location: served.url, branch: "needed", subfolder: "" } as const;
  const source = newSource(project.id, place, createdAt);
  await insertSource(db, source);
  const folder = mirrorPlace(mirrorFolder, served.url);
  const branches = ["needed", "job/x", "old"];
  await mirror(served.url, folder, { ...(await served.remote().access()), branches });
  const deps = { db, mirrorFolder, log: createLog({ level: "silent", format: "json" }) };
  const tidy = async (ageMs: number) => {
    const then = new Date(Date.now() - ageMs);
    await utimes(join(folder, "docent-fetched"), then, then);
    await tidyMirrors(deps, operator);
  };
  const refs = async () => {
    const args = ["for-each-ref", "--format=%(refname:lstrip=1)"];
    return (await runGit(args, { gitDirectory: folder })).stdout.toString().trim().split("\n");
  };
  const job = (state: "queued" | "running") =>
    db.transaction().execute(async (trx) => {
      const text = { messages: [], idempotencyKey: "", model: "sonnet", asDraft: false };
      const made = { id: "job_1", projectId: project.id, branch: "job/x", base: "main" };
      await insertJob(trx, { ...made, ...text, createdAt });
      await trx.updateTable("jobs").set({ state }).execute();
    });
  return { db, source, folder, mirrorFolder, tidy, refs, job, main };
}

test("a mirror keeps the branches of sources and unfinished jobs, and loses the others", async () => {
  const { tidy, refs, job } = await setUp();
  await job("queued");
  await tidy(0);
  expect(await refs()).toContain("heads/old");
  await tidy(daysMs);
  expect(await refs()).toEqual(["heads/job/x", "heads/main", "heads/needed"]);
});

test("a mirror in which a job works is left alone", async () => {
  const { tidy, refs, job } = await setUp();
  await job("running");
  await tidy(daysMs);
  expect(await refs()).toContain("heads/old");
});

test("commits that were never pushed go after two weeks", async () => {
  const { tidy, refs, folder, main } = await setUp();
  const commit = async (at: string) => {
    const author = { name: "A", email: "a@example.com", date: new Date(at) };
    const args = ["commit-tree", "-m", "x", `${main}^{tree}`];
    const { stdout } = await runGit(args, { gitDirectory: folder, author });
    const id = stdout.toString().trim();
    await runGit(["update-ref", `refs/docent/unpushed/${id}`, id], { gitDirectory: folder });
    return id;
  };
  await commit("2020-01-01T00:00:00Z");
  const young = await commit(new Date().toISOString());
  await tidy(daysMs);
  expect((await refs()).filter((ref) => ref.startsWith("docent/"))).toEqual([
    `docent/unpushed/${young}`,
  ]);
});

test("the mirror of a removed source goes a week after its last fetch", async () => {
  const { tidy, db, source, mirrorFolder } = await setUp();
  await deleteSource(db, source.id);
  await tidy(6 * daysMs);
  expect(await readdir(mirrorFolder)).toHaveLength(1);
  await tidy(8 * daysMs);
  expect(await readdir(mirrorFolder)).toEqual([]);
});

test("many packs become few, and everything is still there", async () => {
  const { tidy, folder, main, refs } = await setUp();
  const packs = async () =>
    (await readdir(join(folder, "objects/pack"))).filter((name) => name.endsWith(".pack"));
  for (let count = 0; count < 22; count += 1) {
    const input = `blob ${count}`;
    const args = ["hash-object", "-w", "--stdin"];
    const { stdout } = await runGit(args, { gitDirectory: folder, input });
    const base = join(folder, "objects/pack/pack");
    await runGit(["pack-objects", "--quiet", base], { gitDirectory: folder, input: stdout });
  }
  expect((await packs()).length).toBeGreaterThan(20);
  await tidy(daysMs);
  expect((await packs()).length).toBeLessThan(5);
  expect(await refs()).toContain("heads/main");
  await runGit(["cat-file", "-e", `${main}^{tree}`], { gitDirectory: folder });
});
