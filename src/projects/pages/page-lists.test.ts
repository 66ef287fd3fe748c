import { expect, test } from "vitest";
import { createTestNode, noRefs, type TestNodeOptions } from "../../../test/harness.ts";
import { findProject } from "../../store/docs/projects.ts";
import { updateSourcePlace } from "../../store/docs/sources.ts";
import { updateProject } from "../change-projects.ts";
import { createPageLists } from "./page-lists.ts";
import { readPage } from "./read-page.ts";
import { writeFullLlms, writeLlms } from "./write-llms.ts";

const publicUrl = "http://docent.test";

/** The lists of a node's project, and how many rows of pages were read for them. */
async function openLists(options: TestNodeOptions = {}) {
  const node = await createTestNode(options);
  let rows = 0;
  const db = node.db.withPlugin({
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      rows += result.rows.filter((row) => "metadata" in row || "content" in row).length;
      return result;
    },
  });
  const deps = { ...noRefs, db, publicUrl, lists: createPageLists({ db, publicUrl }) };
  const list = async () => {
    const project = await findProject(node.db, node.project.id);
    if (project === undefined) throw new Error("the project is missing");
    return deps.lists.of(project);
  };
  const takeRows = () => {
    const read = rows;
    rows = 0;
    return read;
  };
  return { node, deps, list, takeRows };
}

test("the pages of a revision are read once for all files, however many ask, and for every name that is none", async () => {
  const { deps, list, takeRows } = await openLists();
  const [one, other] = await Promise.all([list(), list()]);
  expect(other).toBe(one);
  expect(takeRows()).toBe(2);
  const first = await writeLlms(deps, undefined, { project: "acme" });
  expect(await writeLlms(deps, undefined, { project: "acme" })).toEqual(first);
  for (const path of ["kesy", "nothing/like/it", "http://docent.test/docs/acme/x"])
    await expect(readPage(deps, undefined, { project: "acme", path })).rejects.toThrow("no such");
  expect(takeRows()).toBe(0);
  const full = async () =>
    (await Array.fromAsync((await writeFullLlms(deps, undefined, { project: "acme" })).texts)).join(
      "",
    );
  const text = await full();
  expect(takeRows()).toBe(2);
  expect(await full()).toBe(text);
  expect(takeRows()).toBe(0);
});

test("a list is another one when the docs, the name or an address changes, and nothing else", async () => {
  const { node, list } = await openLists();
  const lists = [await list()];
  await node.sync();
  expect(await list()).toBe(lists[0]);
  const operator = { kind: "operator" } as const;
  await updateProject(node, operator, { ...node.project, name: "New" });
  lists.push(await list());
  await updateSourcePlace(node.db, node.source.id, { baseUrl: "https://docs.example.com" });
  lists.push(await list());
  expect(new Set(lists.map(({ version }) => version)).size).toBe(3);
  expect(lists.at(-1)?.addresses.find("https://docs.example.com/keys")).toBe("keys.md");
});

test("a text that was kept comes in pieces, whole, and others are served between them", async () => {
  const { deps } = await openLists({ pages: { "a.md": `# A\n\n${"x😀".repeat(60_000)}\n` } });
  const parts = async () =>
    Array.fromAsync((await writeFullLlms(deps, undefined, { project: "acme" })).texts);
  const [first] = await parts();
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const pieces = await parts();
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(pieces.length);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(pieces.join("")).toBe(first);
});

test("a list that could not be read is read by the next who asks", async () => {
  const { node, deps } = await openLists();
  const project = { ...node.project, currentRevisionId: "rev_x" };
  let isBroken = true;
  const db = node.db.withPlugin({
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      if (isBroken && result.rows.some((row) => "metadata" in row)) throw new Error("store gone");
      return result;
    },
  });
  const lists = createPageLists({ db, publicUrl });
  const current = (await findProject(node.db, project.id)) ?? project;
  await expect(lists.of(current)).rejects.toThrow("store gone");
  isBroken = false;
  expect((await lists.of(current)).pages).toHaveLength(2);
  expect((await deps.lists.of(project)).pages).toEqual([]);
});
