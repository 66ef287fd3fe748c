import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { embedder, openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { memorySource, type Pages } from "../../../test/memory-source.ts";
import { addTestProject, addTestSource, countRows, noon } from "../../../test/store-rows.ts";
import type { Database } from "../../store/database.ts";
import { visiblePages } from "../../store/docs/pages.ts";
import { listSources } from "../../store/docs/sources.ts";
import { syncSource } from "../sync-source.ts";
import { type PageReader, pageReader } from "./page-reader.ts";
import type { ReadEach } from "./read-each.ts";

const costly = "COSTLY";

/** A reader for which every text with that word in it is too costly, and who counts what is tried. */
function shyReader(tried: string[]): PageReader {
  const reader = pageReader(embedder);
  const shy =
    <Item, Result>(name: keyof PageReader, ask: ReadEach<Item, Result>): ReadEach<Item, Result> =>
    async (items) =>
      Promise.all(
        items.map(async (item) => {
          if (!hasText(item)) return (await ask([item]))[0];
          tried.push(name);
          return undefined;
        }),
      );
  return {
    examine: shy("examine", reader.examine),
    open: shy("open", reader.open),
    place: shy("place", reader.place),
    read: shy("read", reader.read),
    parse: shy("parse", reader.parse),
  };
}

function hasText(value: unknown): boolean {
  if (typeof value === "string") return value.includes(costly);
  if (value instanceof Map) return [...value.values()].some(hasText);
  return typeof value === "object" && value !== null && Object.values(value).some(hasText);
}

type Change = (reader: PageReader) => PageReader;

async function openSync(kind: StoreKind, change: Change) {
  return openProject(await openTestStore(kind), "acme", change);
}

async function openProject(db: Database, domain: string, change: Change) {
  const projectId = await addTestProject(db, domain);
  await addTestSource(db, projectId);
  const tried: string[] = [];
  let now = new Date(noon);
  const sync = async (pages: Pages) => {
    const [stored] = await listSources(db, projectId);
    if (stored === undefined) throw new Error("the source is missing");
    const deps = { db, embedder, clock: { now: () => now }, reader: change(shyReader(tried)) };
    const source = memorySource(pages, {
      withIds: true,
      failAfter: undefined,
      onRead: () => undefined,
    });
    const report = await syncSource(deps, stored, source);
    const shown = (await visiblePages(db, report.revisionId)).map(({ path }) => path);
    const [{ problems } = stored] = await listSources(db, projectId);
    return { ...report, shown, told: problems, tried: tried.splice(0) };
  };
  const wait = (days: number) => (now = new Date(now.getTime() + days * 24 * 60 * 60_000));
  return { db, sync, wait };
}

/** Files are read, but what is in them is too much for one function. */
const only = (name: keyof PageReader) => (reader: PageReader) => ({
  ...pageReader(embedder),
  [name]: reader[name],
});

describe.each(storeKinds)("on %s", (kind) => {
  test("a page that is too costly to read is told with its path, the rest is there, and no sync tries it again", async () => {
    const { db, sync, wait } = await openSync(kind, only("parse"));
    const pages = { "a.md": "# A\n", "b.md": `# B\n\n${costly}\n`, "c.md": "# C\n" };
    const first = await sync(pages);
    expect(first).toMatchObject({ shown: ["a.md", "c.md"], pages: 2, tried: ["parse"] });
    const told = { path: "b.md", line: 0, message: expect.stringContaining("too costly to read") };
    expect(first.told).toEqual([told]);
    expect(first.skipped).toEqual([{ path: "b.md", reason: told.message }]);
    expect(await countRows(db, "costlyTexts")).toBe(1);
    expect(await sync(pages)).toMatchObject({ tried: [], told: [told], shown: ["a.md", "c.md"] });
    const changed = await sync({ ...pages, "b.md": `# B\n\nStill ${costly}\n` });
    expect(changed).toMatchObject({ tried: ["parse"], told: [told] });
    expect(await sync({ ...pages, "b.md": "# B\n" })).toMatchObject({ tried: [], told: [] });
    wait(31);
    expect(await sync(pages)).toMatchObject({ tried: ["parse"] });
    expect(await countRows(db, "costlyTexts")).toBe(1);
  });
});

test("a file that is too costly to make pages of is left out until it or what it takes in changes", async () => {
  const { sync } = await openSync("sqlite", only("read"));
  const pages = {
    "api.rst": `Title\n=====\n\n.. include:: _part.txt\n`,
    "_part.txt": costly,
    "b.md": "# B\n",
  };
  expect(await sync(pages)).toMatchObject({
    tried: ["read"],
    shown: ["b.md"],
    told: [{ path: "api.rst", message: expect.stringContaining("too costly to read") }],
  });
  expect(await sync(pages)).toMatchObject({ tried: [], shown: ["b.md"] });
  const mended = await sync({ ...pages, "_part.txt": "Short.\n" });
  expect(mended).toMatchObject({ shown: ["api.rst", "b.md"], told: [] });
});

test("of a file with many pages those that are too costly are told by every sync", async () => {
  const { sync } = await openSync("sqlite", only("parse"));
  const operation = (summary: string) => ({ get: { summary, responses: {} } });
  const paths = { "/a": operation("Fine"), "/b": operation(costly) };
  const api = { openapi: "3.1.0", info: { title: "A" }, paths };
  const first = await sync({ "openapi.json": JSON.stringify(api) });
  expect(first.told.length).toBeGreaterThan(0);
  expect(first.shown.length).toBeGreaterThan(0);
  const second = await sync({ "openapi.json": JSON.stringify(api) });
  expect(second).toMatchObject({ tried: [], told: first.told, shown: first.shown });
});

test.each(["open", "place"] as const)(
  "settings that are too costly to %s count as none, and the problem says so",
  async (name) => {
    const { sync } = await openSync("sqlite", only(name));
    const pages = {
      "mkdocs.yml": `docs_dir: .\nnav:\n  - b.md\nsite_name: ${costly}\n`,
      "a.md": "# A\n",
      "b.md": "# B\n",
    };
    const first = await sync(pages);
    expect(first).toMatchObject({ shown: ["a.md", "b.md"], tried: [name] });
    const told = { path: "mkdocs.yml", line: 0, message: expect.stringContaining("plain folder") };
    expect(first.told).toEqual([told]);
    expect(first.generator).toBe(name === "open" ? "plain" : "mkdocs");
    expect(await sync(pages)).toMatchObject({ tried: [], told: [told] });
  },
);

test("a file of settings that is too costly to look into counts as missing", async () => {
  const { sync } = await openSync("sqlite", only("examine"));
  const first = await sync({ "mkdocs.yml": `site_name: ${costly}\n`, "docs/a.md": "# A\n" });
  expect(first).toMatchObject({ generator: "plain", shown: ["docs/a.md"], tried: ["examine"] });
  expect(first.told).toEqual([
    { path: "mkdocs.yml", line: 0, message: expect.stringContaining("too costly to read") },
  ]);
});

test("what is too costly for one project is still tried for another", async () => {
  const { db, sync } = await openSync("sqlite", only("parse"));
  await sync({ "b.md": costly });
  const other = await openProject(db, "other", only("parse"));
  expect(await other.sync({ "b.md": costly })).toMatchObject({ tried: ["parse"] });
});

test("what was too costly only for the little time that was left is tried again by the next sync", async () => {
  const file = (index: number) => `p${String(index).padStart(2, "0")}.md`;
  let isRefused = false;
  const hurriedLast = (reader: PageReader): PageReader => ({
    ...pageReader(embedder),
    async parse(items, options) {
      if (isRefused || !items.some(({ path }) => path === file(50))) return reader.parse(items);
      isRefused = true;
      while (!options?.isHurried?.()) await setImmediate();
      return items.map(() => undefined);
    },
  });
  const { db, sync } = await openSync("sqlite", hurriedLast);
  const texts = Array.from({ length: 51 }, (_, index): [string, string] => [
    file(index),
    index < 3 ? `# ${index}\n\n${costly}\n` : `# ${index}\n`,
  ]);
  const pages = Object.fromEntries(texts);
  const first = await sync(pages);
  expect(first.skipped.map(({ path }) => path)).toEqual([0, 1, 2, 50].map(file));
  expect(await countRows(db, "costlyTexts")).toBe(3);
  const second = await sync(pages);
  expect(second).toMatchObject({ tried: [], pages: 48 });
});
