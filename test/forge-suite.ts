import { expect, test } from "vitest";
import { change as changeSchema } from "../src/contract/changes.ts";
import type { Forge, OpenChange } from "../src/forge/forge.ts";

/** One forge over a fresh repository with a `main` that has `a.md` in it. */
export type ForgeStage = {
  forge: Forge;
  /** One commit on a branch, which starts at `main`; null deletes a file. Returns the commit. */
  commit(branch: string, files: Record<string, string | null>): Promise<string>;
  /** Brings the branch into `main` without the forge. */
  mergeByHand(branch: string): Promise<void>;
  deleteBranch(branch: string): Promise<void>;
  /** A file of `main`; undefined when it is not there. */
  readMain(path: string): Promise<string | undefined>;
};

/** The behaviour every forge must show. */
export function forgeSuite(createStage: () => Promise<ForgeStage>): void {
  openingSuite(createStage);
  readingSuite(createStage);
  mergingSuite(createStage);
}

function proposal(headCommit: string, more: Partial<OpenChange> = {}): OpenChange {
  return {
    title: "Edit a page",
    body: "Because **it** was wrong.",
    draft: false,
    head: "docs/x",
    base: "main",
    headCommit,
    checks: [{ name: "links", passed: true, findings: [] }],
    sessionId: "job_1",
    ...more,
  };
}

async function opened(createStage: () => Promise<ForgeStage>, more: Partial<OpenChange> = {}) {
  const stage = await createStage();
  const headCommit = await stage.commit(more.head ?? "docs/x", { "a.md": "edited\n" });
  const change = await stage.forge.open(proposal(headCommit, more));
  return { ...stage, change, headCommit };
}

const conflict = { code: "conflict" };

function openingSuite(createStage: () => Promise<ForgeStage>): void {
  test("an opened change reads back as it was proposed", async () => {
    const { forge, change, headCommit } = await opened(createStage, { draft: true });
    const { baseCommit, ...shown } = change;
    expect(changeSchema.strict().parse(shown)).toEqual(shown);
    expect(change).toMatchObject({ ...proposal(headCommit), draft: true, state: "open" });
    expect(baseCommit).not.toBe(headCommit);
    expect(change.url).toMatch(/^https?:\/\//);
    expect(await forge.read(change.number)).toEqual(change);
    expect(await forge.ofBranch("docs/x")).toEqual([change]);
  });

  test("opening a branch twice updates its open change", async () => {
    const { forge, commit, change } = await opened(createStage, { draft: true });
    const headCommit = await commit("docs/x", { "b.md": "b\n" });
    const next = { title: "Two pages", body: "", draft: false, checks: [], sessionId: "job_2" };
    const again = await forge.open(proposal(headCommit, next));
    expect(again).toMatchObject({ ...next, number: change.number, headCommit });
    expect(await forge.ofBranch("docs/x")).toEqual([again]);
  });

  test("opening a branch many times at once leaves one change", async () => {
    const { forge, headCommit } = await opened(createStage);
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => forge.open(proposal(headCommit))));
    expect(new Set(all.map(({ number }) => number)).size).toBe(1);
    expect(await forge.ofBranch("docs/x")).toHaveLength(1);
  });

  test("changes of two branches have two numbers", async () => {
    const { forge, commit, change } = await opened(createStage);
    const headCommit = await commit("docs/y", { "y.md": "y\n" });
    const second = await forge.open(proposal(headCommit, { head: "docs/y" }));
    expect(await forge.ofBranch("docs/x")).toEqual([change]);
    expect(await forge.ofBranch("docs/y")).toEqual([second]);
  });

  test("a branch without commits of its own is refused", async () => {
    const { forge, commit } = await createStage();
    const headCommit = await commit("main", { "b.md": "b\n" });
    await commit("docs/x", {});
    await expect(forge.open(proposal(headCommit))).rejects.toMatchObject(conflict);
    expect(await forge.ofBranch("docs/x")).toEqual([]);
  });
}

function readingSuite(createStage: () => Promise<ForgeStage>): void {
  test("a number that was never given is not there", async () => {
    const { forge } = await createStage();
    const missing = { code: "not_found" };
    expect(await forge.read(7)).toBeUndefined();
    await expect(forge.merge(7)).rejects.toMatchObject(missing);
    await expect(forge.close(7)).rejects.toMatchObject(missing);
    await expect(forge.markReady(7)).rejects.toMatchObject(missing);
  });

  test("commits that people add to the branch belong to its change", async () => {
    const { forge, commit, change } = await opened(createStage);
    const headCommit = await commit("docs/x", { "b.md": "b\n" });
    expect(await forge.read(change.number)).toMatchObject({ state: "open", headCommit });
  });

  test("a change that was merged by hand is merged, and its branch free for another", async () => {
    const { forge, commit, change, headCommit, ...stage } = await opened(createStage);
    await stage.mergeByHand("docs/x");
    const merged = await forge.read(change.number);
    expect(merged).toMatchObject({ state: "merged", headCommit, baseCommit: change.baseCommit });
    const next = await commit("docs/x", { "c.md": "c\n" });
    const second = await forge.open(proposal(next));
    expect(second).toMatchObject({ state: "open" });
    expect(second.number).not.toBe(change.number);
    expect(await forge.read(change.number)).toEqual(merged);
  });

  test("a change is merged although its merged branch was deleted or built upon", async () => {
    const deleted = await opened(createStage);
    await deleted.mergeByHand("docs/x");
    await deleted.deleteBranch("docs/x");
    expect(await deleted.forge.ofBranch("docs/x")).toMatchObject([{ state: "merged" }]);
    const builtUpon = await opened(createStage);
    await builtUpon.mergeByHand("docs/x");
    const next = await builtUpon.commit("docs/x", { "c.md": "c\n" });
    const second = await builtUpon.forge.open(proposal(next));
    expect(second.number).not.toBe(builtUpon.change.number);
    expect(await builtUpon.forge.ofBranch("docs/x")).toMatchObject([
      { state: "open" },
      { state: "merged" },
    ]);
  });

  test("a change whose branch was deleted is closed", async () => {
    const { forge, deleteBranch, change } = await opened(createStage);
    await deleteBranch("docs/x");
    expect(await forge.read(change.number)).toMatchObject({ state: "closed" });
    await expect(forge.merge(change.number)).rejects.toMatchObject(conflict);
  });

  test("a job that opens its change after somebody merged it gets that change", async () => {
    const { forge, change, headCommit } = await opened(createStage);
    await forge.merge(change.number);
    expect(await forge.open(proposal(headCommit))).toMatchObject({
      number: change.number,
      state: "merged",
    });
  });
}

function mergingSuite(createStage: () => Promise<ForgeStage>): void {
  test("merging brings the branch into its base, once", async () => {
    const { forge, change, headCommit, readMain } = await opened(createStage);
    const merged = await forge.merge(change.number, headCommit);
    expect(merged).toMatchObject({ state: "merged", headCommit, baseCommit: change.baseCommit });
    expect(await readMain("a.md")).toBe("edited\n");
    expect(await forge.merge(change.number)).toEqual(merged);
    expect(await forge.read(change.number)).toEqual(merged);
    await expect(forge.close(change.number)).rejects.toMatchObject(conflict);
    await expect(forge.markReady(change.number)).rejects.toMatchObject(conflict);
  });

  test("a draft is merged only after it was marked ready", async () => {
    const { forge, change, readMain } = await opened(createStage, { draft: true });
    await expect(forge.merge(change.number)).rejects.toMatchObject(conflict);
    expect(await readMain("a.md")).not.toBe("edited\n");
    expect(await forge.markReady(change.number)).toMatchObject({ draft: false, state: "open" });
    expect(await forge.markReady(change.number)).toMatchObject({ draft: false });
    expect(await forge.merge(change.number)).toMatchObject({ state: "merged" });
  });

  test("branches that do not merge are a conflict with each file explained", async () => {
    const { forge, commit, change, readMain } = await opened(createStage);
    await commit("main", { "a.md": "otherwise\n", "fine.md": "f\n" });
    await expect(forge.merge(change.number)).rejects.toMatchObject({
      ...conflict,
      details: [{ path: "a.md", message: expect.stringMatching(/\w+\.$/) }],
    });
    expect(await readMain("a.md")).toBe("otherwise\n");
    expect(await forge.read(change.number)).toMatchObject({ state: "open" });
  });

  test("a branch that moved on after its review is not merged", async () => {
    const { forge, commit, change, headCommit, readMain } = await opened(createStage);
    await commit("docs/x", { "surprise.md": "s\n" });
    await expect(forge.merge(change.number, headCommit)).rejects.toMatchObject(conflict);
    expect(await readMain("surprise.md")).toBeUndefined();
  });

  test("a closed change stays closed, and its branch can be proposed again", async () => {
    const { forge, change, headCommit, readMain } = await opened(createStage);
    expect(await forge.close(change.number)).toMatchObject({ state: "closed" });
    expect(await forge.close(change.number)).toMatchObject({ state: "closed" });
    await expect(forge.merge(change.number)).rejects.toMatchObject(conflict);
    await expect(forge.markReady(change.number)).rejects.toMatchObject(conflict);
    expect(await readMain("a.md")).not.toBe("edited\n");
    const again = await forge.open(proposal(headCommit));
    expect(again.number).not.toBe(change.number);
    expect(await forge.read(change.number)).toMatchObject({ state: "closed" });
  });
}
