import { afterEach, expect, test, vi } from "vitest";
import { wrapGit } from "../../test/git-wrapper.ts";
import { openTestStore } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { branchCommit } from "../git/read/resolve-commit.ts";
import { listChanges } from "../store/jobs/changes.ts";
import { localForge } from "./local-forge.ts";
import { createSettledBranches } from "./local-place.ts";
import { settleBranches } from "./settle-branch.ts";

afterEach(() => vi.unstubAllEnvs());

const amount = 12;

async function openMany() {
  const db = await openTestStore("sqlite");
  const repository = await makeRepository({ "a.md": "a\n" });
  const { path } = repository;
  const settled = createSettledBranches();
  const project = { id: await addTestProject(db), domain: "acme" };
  const clock = { now: () => new Date(noon) };
  const place = { db, clock, repository: path, publicUrl: "http://docent.test", project, settled };
  const forge = localForge(place);
  const main = await branchCommit(path, "main");
  const text = { title: "T", body: "", base: "main", draft: false, checks: [], sessionId: "" };
  for (let index = 1; index <= amount; index += 1) {
    const head = `docs/${index}`;
    const headCommit = await repository.commit(head, { [`${index}.md`]: "x\n" }, main);
    await forge.open({ ...text, head, headCommit });
  }
  const git = await wrapGit();
  vi.stubEnv("PATH", git.path);
  let seen = 0;
  /** How many git processes it took. */
  const processes = async () => {
    await settleBranches(place);
    const before = seen;
    seen = git.calls().length;
    return seen - before;
  };
  const states = async () =>
    Object.fromEntries(
      (await listChanges(db, project.id)).map(({ number, state }) => [number, state]),
    );
  return { db, project, repository, processes, states, forge };
}

test("any number of open changes takes two git processes, and one while nothing has moved", async () => {
  const { processes, states } = await openMany();
  expect(await processes()).toBe(2);
  expect(await processes()).toBe(1);
  expect(new Set(Object.values(await states()))).toEqual(new Set(["open"]));
});

test("what was merged, moved or deleted by hand is seen, and seen once", async () => {
  const { db, project, repository, processes, states } = await openMany();
  await processes();
  await repository.git("update-ref", "refs/heads/main", "refs/heads/docs/3");
  await repository.git("update-ref", "-d", "refs/heads/docs/5");
  const moved = await repository.commit("docs/7", { "more.md": "m\n" });
  await processes();
  expect(await states()).toMatchObject({ 2: "open", 3: "merged", 5: "closed", 7: "open" });
  const changes = await listChanges(db, project.id);
  expect(changes.find(({ number }) => number === 7)).toMatchObject({ headCommit: moved });
  expect(await processes()).toBe(1);
});

test("a base that is gone hides nothing", async () => {
  const { repository, processes, states } = await openMany();
  await repository.git("update-ref", "-d", "refs/heads/main");
  await processes();
  expect(await processes()).toBe(1);
  expect(new Set(Object.values(await states()))).toEqual(new Set(["open"]));
});
