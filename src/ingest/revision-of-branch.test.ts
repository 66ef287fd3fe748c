import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { makeTree } from "../../test/make-tree.ts";
import { countRows, noon, revisionPassages } from "../../test/store-rows.ts";
import { fixedAccess } from "../git/run/git-access.ts";
import { addProject } from "../projects/change-projects.ts";
import { findProject } from "../store/docs/projects.ts";
import { revisionPages } from "../store/docs/revision-pages.ts";
import { insertSource, newSource } from "../store/docs/sources.ts";
import { revisionOfBranch } from "./revision-of-branch.ts";
import { gitSource } from "./sources/git-repo.ts";
import { withoutLimits } from "./sources/source-limits.ts";
import { syncSource } from "./sync-source.ts";

const operator = { kind: "operator" } as const;
const clock = { now: () => new Date(noon) };
const { signal } = new AbortController();

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const repository = await makeRepository({ "docs/a.md": "# A\n\nOld words.\n" });
  await repository.commit(
    "next",
    { "docs/a.md": "# A\n\nNew words.\n", "docs/b.md": "# B\n\nMore words.\n" },
    await repository.git("rev-parse", "main").then((text) => text.trim()),
  );
  const { project, source } = await addProject({ db, clock }, operator, {
    domain: "acme",
    name: "Acme",
    visibility: "public",
    baseUrl: "",
    source: { kind: "git", location: repository.path, branch: "main", subfolder: "docs" },
  });
  const deps = {
    db,
    clock,
    embedder,
    limits: withoutLimits,
    mirrorFolder: repository.folder,
    access: fixedAccess({ logins: new Map(), ssh: {} }),
  };
  const place = { location: repository.path, branch: "main", subfolder: "docs" };
  await syncSource(deps, source, gitSource({ ...place, mirrorFolder: repository.folder }));
  const read = async (branch: string) => {
    const current = await findProject(db, project.id);
    if (!current) throw new Error("the project is gone");
    return revisionOfBranch(deps, { project: current, branch, signal });
  };
  return { db, project, source, read };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a branch is read into a revision of its own, and the current one stays", async () => {
    const { db, project, source, read } = await setUp(kind);
    const before = await findProject(db, project.id);
    const sources = await db.selectFrom("sources").selectAll().execute();
    const { revisionId, drop } = await read("next");
    const texts = (await revisionPassages(db, revisionId)).map(({ path, text }) => [path, text]);
    expect(texts).toEqual([
      ["a.md", expect.stringContaining("New words.")],
      ["b.md", expect.stringContaining("More words.")],
    ]);
    const pages = await revisionPages(db, revisionId);
    expect(pages.every((page) => page.sourceId === source.id)).toBe(true);
    expect(await findProject(db, project.id)).toEqual(before);
    expect(await db.selectFrom("sources").selectAll().execute()).toEqual(sources);
    await drop();
    expect(await countRows(db, "revisions")).toBe(1);
    expect(await revisionPages(db, revisionId)).toEqual([]);
  });

  test("what a project needs is never dropped", async () => {
    const { db, project, read } = await setUp(kind);
    const { revisionId, drop } = await read("next");
    await db.updateTable("projects").set({ currentRevisionId: revisionId }).execute();
    await drop();
    expect((await findProject(db, project.id))?.currentRevisionId).toBe(revisionId);
    expect(await revisionPages(db, revisionId)).toHaveLength(2);
  });
});

test.each(["no-such", "", "-x", "a..b", "next\0", "../../etc/passwd", "--upload-pack=x"])(
  "the branch %j is refused with a sentence",
  async (branch) => {
    const { db, read } = await setUp("sqlite");
    const wanted = branch === "" ? " " : branch;
    await expect(read(wanted)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:not_found|invalid_request)$/),
    });
    expect(await countRows(db, "revisions")).toBe(1);
  },
);

test("with several git sources it is the one that jobs edit", async () => {
  const { db, project, source, read } = await setUp("sqlite");
  const more = { kind: "git", location: "/x.git", branch: "", subfolder: "" } as const;
  await insertSource(db, newSource(project.id, { ...more, mount: "x" }, noon));
  await expect(read("next")).rejects.toMatchObject({ code: "conflict" });
  await db.updateTable("projects").set({ editSourceId: source.id }).execute();
  expect(await revisionPages(db, (await read("next")).revisionId)).toHaveLength(2);
});

test("a folder in a work tree is read through its repository, a plain one is not", async () => {
  const { db, source, read } = await setUp("sqlite");
  const { folder } = await makeRepository({ "docs/a.md": "# A\n" }, { workTree: true });
  const place = { kind: "folder", location: join(folder, "tree/docs"), subfolder: "" } as const;
  await db.updateTable("sources").set(place).where("id", "=", source.id).execute();
  const { revisionId } = await read("main");
  expect((await revisionPages(db, revisionId)).map(({ path }) => path)).toEqual(["a.md"]);
  const { root } = await makeTree({ "a.md": "# A\n" });
  await db.updateTable("sources").set({ location: root }).execute();
  await expect(read("main")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("no git source"),
  });
});
