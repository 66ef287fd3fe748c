import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeRepository } from "../../test/make-repository.ts";
import { makeTree } from "../../test/make-tree.ts";
import { randomOf } from "../../test/random-of.ts";
import { testQuery } from "../../test/search-index.ts";
import {
  addTestAnswer,
  countRows,
  noon,
  revisionPassages,
  testRecord,
} from "../../test/store-rows.ts";
import { fixedAccess } from "../git/run/git-access.ts";
import { addProject } from "../projects/change-projects.ts";
import { createEngine } from "../search/engine.ts";
import type { SearchResult } from "../search/hit.ts";
import { finishAnswer } from "../store/answers/answers.ts";
import type { Database } from "../store/database.ts";
import { findProject } from "../store/docs/projects.ts";
import { revisionPages } from "../store/docs/revision-pages.ts";
import { countPages } from "../store/docs/revisions.ts";
import { insertSource, newSource } from "../store/docs/sources.ts";
import { createRefReader } from "./ref-reader.ts";
import { gitSource } from "./sources/git-repo.ts";
import { withoutLimits } from "./sources/source-limits.ts";
import { dropIdleRefs } from "./sweep-refs.ts";
import { syncSource } from "./sync-source.ts";

const operator = { kind: "operator" } as const;
let minutes = 0;
const later = (more: number) => {
  minutes += more;
};
const clock = { now: () => new Date(Date.parse(noon) + minutes * 60_000) };
beforeEach(() => {
  minutes = 0;
});
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
  const refs = createRefReader(deps);
  const read = async (ref: string, reader = refs) => {
    const current = await findProject(db, project.id);
    if (!current) throw new Error("the project is gone");
    return reader({ project: current, ref }, signal);
  };
  const sync = () =>
    syncSource(deps, source, gitSource({ ...place, mirrorFolder: repository.folder }));
  return { db, project, source, deps, read, repository, sync };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a branch is read into a revision of its own, and the current one stays", async () => {
    const { db, project, source, read } = await setUp(kind);
    const before = await findProject(db, project.id);
    const sources = await db.selectFrom("sources").selectAll().execute();
    const { revisionId, commit } = await read("next");
    const texts = (await revisionPassages(db, revisionId)).map(({ path, text }) => [path, text]);
    expect(texts).toEqual([
      ["a.md", expect.stringContaining("New words.")],
      ["b.md", expect.stringContaining("More words.")],
    ]);
    const pages = await revisionPages(db, revisionId);
    expect(pages.every((page) => page.sourceId === source.id)).toBe(true);
    expect(await findProject(db, project.id)).toEqual(before);
    expect(await db.selectFrom("sources").selectAll().execute()).toEqual(sources);
    expect(await read(commit)).toEqual({ revisionId, commit });
  });

  test("only pages that are different are written, and what they lie over stays as long as they do", async () => {
    const { repository, db, read, sync } = await setUp(kind);
    const pages = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`docs/p${at}.md`, `# P${at}\n\nWords.\n`]),
    );
    await repository.commit("main", pages);
    await sync();
    await repository.commit("few", { "docs/p1.md": "# P1\n\nOthers.\n" }, "main");
    const { revisionId } = await read("few");
    const own = db.selectFrom("revisionPages").select("path").where("revisionId", "=", revisionId);
    expect(await own.execute()).toEqual([{ path: "p1.md" }]);
    const asRead = await revisionPages(db, revisionId);
    expect(asRead).toHaveLength(21);
    for (const text of ["one", "two", "three"]) {
      later(24 * 60);
      await repository.commit("main", { "docs/p1.md": `# P1\n\n${text}\n` });
      await sync();
    }
    expect(await revisionPages(db, revisionId)).toEqual(asRead);
    await dropIdleRefs({ db, clock });
    await repository.commit("main", { "docs/p1.md": "# P1\n\nLast.\n" });
    await sync();
    expect(await countRows(db, "revisions")).toBeLessThan(4);
    expect(await countRows(db, "droppedPages")).toBeLessThan(3);
  });

  test("whoever asks at the same time shares one read, also on another node", async () => {
    const { db, deps, read } = await setUp(kind);
    const other = createRefReader(deps);
    const asked = [read("next"), read("next"), read("next", other), read("next", other)];
    const found = new Set((await Promise.all(asked)).map(({ revisionId }) => revisionId));
    expect(found.size).toBe(1);
    expect(await countRows(db, "revisions")).toBe(2);
  });

  test("it goes when nobody has asked for half an hour, and not while an answer is written", async () => {
    const { db, project, read } = await setUp(kind);
    const { revisionId } = await read("next");
    later(29);
    await dropIdleRefs({ db, clock });
    expect(await countRows(db, "revisions")).toBe(2);
    await read("next");
    later(29);
    await dropIdleRefs({ db, clock });
    expect(await countRows(db, "revisions")).toBe(2);
    const { answerId } = await addTestAnswer(db, project.id, { revisionId });
    later(60);
    await dropIdleRefs({ db, clock });
    expect(await countRows(db, "revisions")).toBe(2);
    await db
      .transaction()
      .execute((trx) => finishAnswer(trx, { id: answerId, record: testRecord(), at: noon }));
    await dropIdleRefs({ db, clock });
    expect(await countRows(db, "revisions")).toBe(1);
    expect(await revisionPages(db, revisionId)).toEqual([]);
    expect(await countRows(db, "refRevisions")).toBe(0);
  });

  test("a sync leaves the docs of branches alone, and the next question sees the new docs beside them", async () => {
    const { repository, db, read, sync } = await setUp(kind);
    const { revisionId } = await read("next");
    await repository.commit("main", { "docs/a.md": "# A\n\nNewer words.\n" }, "main");
    await sync();
    await sync();
    expect(await revisionPages(db, revisionId)).toHaveLength(2);
    expect((await read("next")).revisionId).not.toBe(revisionId);
  });

  test("there are so many at most, and the one used longest ago goes", async () => {
    const { repository, db, read } = await setUp(kind);
    const commits: string[] = [];
    for (let at = 0; at < 13; at += 1)
      commits.push(await repository.commit(`b${at}`, { "docs/a.md": `# A\n\n${at}\n` }));
    for (const commit of commits.slice(0, 12)) {
      await read(commit);
      later(0.01);
    }
    await expect(read("b12")).rejects.toMatchObject({ code: "unavailable" });
    expect(await countRows(db, "refRevisions")).toBe(12);
    later(3);
    await read("b0");
    await read("b12");
    const rows = await db.selectFrom("refRevisions").select("commitId").execute();
    const kept = rows.map(({ commitId }) => commitId).toSorted();
    expect(kept).toEqual(commits.filter((_, at) => at !== 1).toSorted());
  });
});

test("nothing but a branch's name or a full commit id is looked up", async () => {
  const { db, read, repository } = await setUp("sqlite");
  const tip = (await repository.git("rev-parse", "next")).trim();
  await repository.git("tag", "v1", "next");
  const others = [
    "no-such",
    "",
    " ",
    "-x",
    "a..b",
    "next\0",
    "../../etc/passwd",
    "--upload-pack=x",
  ];
  const forms = [
    "HEAD",
    "@",
    "next@{0}",
    "next~0",
    "refs/heads/next",
    "heads/next",
    "v1",
    "main:docs",
  ];
  const ids = [tip.slice(0, 12), tip.toUpperCase(), "0".repeat(40), `${tip}^{tree}`];
  for (const ref of [...others, ...forms, ...ids, "x".repeat(100_000)])
    await expect(read(ref), ref.slice(0, 50)).rejects.toMatchObject({ code: "not_found" });
  expect(await countRows(db, "revisions")).toBe(1);
  expect((await read(tip)).commit).toBe(tip);
});

test("a commit that no branch holds is read", async () => {
  const { db, read, repository } = await setUp("sqlite");
  const commit = await repository.commit("gone", { "docs/c.md": "# C\n\nWords.\n" });
  await repository.git("update-ref", "-d", "refs/heads/gone");
  const { revisionId } = await read(commit);
  expect((await revisionPages(db, revisionId)).map(({ path }) => path)).toEqual(["c.md"]);
});

/** A site of some pages, and what people do to one: each gives files to write, or null for one to delete. */
function docsOf(random: (limit: number) => number) {
  const words = ["signing", "key", "webhook", "retry", "limit", "topic", "account", "install"];
  const some = () => Array.from({ length: 6 }, () => words[random(words.length)]).join(" ");
  const body = () => `${some()}.\n\n## ${some()}\n\n${some()}.\n`;
  const page = (title = some(), more = "") => `---\ntitle: ${title}\n${more}---\n\n${body()}`;
  const names = Array.from({ length: 12 }, (_, at) => `docs/p${at}.md`);
  const files: Record<string, string> = Object.fromEntries(names.map((name) => [name, page()]));
  const settings = (listed: string[]) => {
    const pages = listed.map((name) => name.replace(/^docs\/|\.md$/g, ""));
    const navigation = { groups: [{ group: "All", pages }] };
    return JSON.stringify({ name: "Acme", theme: "mint", colors: { primary: "#000" }, navigation });
  };
  files["docs/docs.json"] = settings(names.slice(0, 9));
  files["docs/p0.md"] = files["docs/p1.md"] ?? "";
  const one = () => names[random(names.length)] ?? "";
  const text = (name: string) => files[name] ?? "";
  const edits: (() => Record<string, string | null>)[] = [
    () => ({ [one()]: page() }),
    () => {
      const name = one();
      return { [name]: `${text(name)}\nMore of ${some()}.\n` };
    },
    () => {
      const name = one();
      return { [name]: `${text(name).split("\n\n")[0]}\n\n${body()}` };
    },
    () => ({ [`docs/new-${random(5)}.md`]: page() }),
    () => ({ [one()]: null }),
    () => {
      const name = one();
      return { [name]: null, [name.replace("docs/p", "docs/moved/p")]: text(name) };
    },
    () => ({ [one()]: text(one()) }),
    () => ({ [one()]: page("Hidden", "hidden: true\n") }),
    () => ({ [one()]: page("Named", `sidebarTitle: Short ${random(9)}\n`) }),
    () => ({ "docs/docs.json": settings(names.filter(() => random(2) === 0)) }),
  ];
  return { files, edits };
}

test.each([1, 2, 3])("a branch is what it were if it had been synced alone (%i)", async (seed) => {
  const { db, project, repository, read, deps, sync } = await setUp("sqlite");
  const random = randomOf(seed);
  const { files, edits } = docsOf(random);
  await repository.commit("main", files);
  await sync();
  const place = { location: repository.path, subfolder: "docs", mirrorFolder: repository.folder };
  const memoryBytes = 64 * 1_048_576;
  const following = createEngine({ db, embedder, memoryBytes });
  for (let round = 0; round < edits.length; round += 1) {
    const current = (await findProject(db, project.id))?.currentRevisionId ?? "";
    await following.search(current, testQuery("key"));
    const branch = `round-${round}`;
    const edit = [edits[round], ...edits.filter(() => random(6) === 0)];
    const changed = edit.slice(0, 1 + random(3)).map((make) => make?.() ?? {});
    await repository.commit(branch, Object.assign({}, ...changed), "main");
    // Every other time the docs themselves have moved on: the branch then lies beside what is an overlay itself.
    if (round % 2 === 1) {
      await repository.commit("main", { "docs/p11.md": `# Round ${round}\n\nNew key.\n` }, "main");
      await sync();
    }
    const { revisionId } = await read(branch);
    const alone = await addProject({ db, clock }, operator, {
      ...{ domain: `alone-${round}`, name: "Alone", visibility: "public", baseUrl: "" },
      source: { kind: "git", location: repository.path, branch, subfolder: "docs" },
    });
    const synced = await syncSource(deps, alone.source, gitSource({ ...place, branch }));
    expect(await plainPages(db, revisionId)).toEqual(await plainPages(db, synced.revisionId));
    expect(await countPages(db, revisionId)).toBe(await countPages(db, synced.revisionId));
    const fresh = createEngine({ db, embedder, memoryBytes });
    for (const question of ["signing key", "webhook retry limit", "install an account topic"]) {
      const own = await following.search(revisionId, testQuery(question));
      const expected = await fresh.search(synced.revisionId, testQuery(question));
      expect(plainHits(own)).toEqual(plainHits(expected));
      expect([own.unknown, own.passages]).toEqual([expected.unknown, expected.passages]);
    }
  }
});

async function plainPages(db: Database, revisionId: string) {
  const pages = await revisionPages(db, revisionId);
  return pages.map(({ sourceId, ...page }) => page);
}

function plainHits({ hits }: SearchResult) {
  return hits.map(({ passage: { path, text, startLine }, score, relevance }) => {
    return { path, text, startLine, score, relevance };
  });
}

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
