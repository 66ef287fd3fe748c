import { expect, test } from "vitest";
import { embedder, openTestStore } from "../../../test/harness.ts";
import { memorySource, type Pages } from "../../../test/memory-source.ts";
import { addTestProject, addTestSource, noon } from "../../../test/store-rows.ts";
import { syncSource } from "../../ingest/sync-source.ts";
import { overlayOf } from "../../store/docs/page-overlays.ts";
import { listSources } from "../../store/docs/sources.ts";
import { type LoadInput, loadIndex } from "./load-index.ts";
import { indexBytes, type ProjectIndex } from "./project-index.ts";

async function openProject() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  await addTestSource(db, projectId);
  const load = async (pages: Pages, more: Partial<LoadInput> = {}): Promise<ProjectIndex> => {
    const [stored] = await listSources(db, projectId);
    if (stored === undefined) throw new Error("the source is missing");
    const options = { withIds: true, failAfter: undefined, onRead: () => undefined };
    const deps = { db, embedder, clock: { now: () => new Date(noon) } };
    const { revisionId } = await syncSource(deps, stored, memorySource(pages, options));
    const { dimensions } = embedder;
    const memoryBytes = Number.POSITIVE_INFINITY;
    const input = { projectId, revisionId, dimensions, keepHashes: false, memoryBytes };
    return loadIndex(db, { ...input, ...more });
  };
  return { db, load };
}

const text = (word: string) =>
  `# ${word}\n\n${Array.from({ length: 100 }, (_, place) => `${word}${place}`).join(" ")}\n`;
const manyPages = (folder: string, count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, page) => {
      const name = String(page).padStart(3, "0");
      return [`${folder}${name}.md`, text(`word${name}`)];
    }),
  );

/** Paths of the pages that have passages. */
function foundIn({ pageCount, path, firstSlots }: ProjectIndex): string[] {
  return Array.from({ length: pageCount }, (_, place) => place)
    .filter((place) => firstSlots[place] !== firstSlots[place + 1])
    .map(path);
}

test("an index stops growing where its memory ends, and says how many pages are not in it", async () => {
  const { load } = await openProject();
  const pages = manyPages("p", 200);
  const whole = await load(pages);
  expect(whole.leftOut).toBe(0);
  const memoryBytes = Math.ceil(indexBytes(whole) / 2);
  let most = 0;
  const onGrow = (bytes: number) => {
    most = Math.max(most, bytes);
  };
  const half = await load(pages, { memoryBytes, onGrow });
  expect(half.leftOut).toBeGreaterThan(0);
  expect(foundIn(half)).toHaveLength(200 - half.leftOut);
  expect(half.pageCount).toBe(200);
  // What is looked at together may go beyond it.
  expect(most).toBeLessThan(memoryBytes * 1.5);
  expect(indexBytes(half)).toBeLessThan(indexBytes(whole) * 0.8);
});

test("older versions stay out first", async () => {
  const { load } = await openProject();
  const pages = {
    ...manyPages("versioned_docs/version-1.0/", 80),
    "docusaurus.config.js": "export default { title: 'A', presets: [['classic', { docs: {} }]] };",
    "versions.json": '["1.0"]',
    ...manyPages("docs/", 80),
  };
  const whole = await load(pages);
  expect(whole.leftOut).toBe(0);
  const part = await load(pages, { memoryBytes: Math.ceil(indexBytes(whole) * 0.8) });
  const main = foundIn(whole).filter((path) => foundIn(part).includes(path));
  expect(part.leftOut).toBe(80);
  expect(new Set(main.map((path) => path.split("/")[0])).size).toBe(1);
});

test("words that no page has any more do not keep pages out", async () => {
  const { load } = await openProject();
  const before = await load(manyPages("old", 200));
  const pages = Object.fromEntries(
    Array.from({ length: 60 }, (_, page) => [`new${page}.md`, "# New\n\nThe same words.\n"]),
  );
  const alone = await load(pages);
  const memoryBytes = indexBytes(alone) * 2;
  expect(indexBytes(before)).toBeGreaterThan(memoryBytes);
  const after = await load(pages, { from: before, memoryBytes });
  expect(after.leftOut).toBe(0);
  expect(foundIn(after)).toHaveLength(60);
});

test("of an index that was stored only the pages are looked at that differ, even when its revision is gone", async () => {
  const { db, load } = await openProject();
  const pages = manyPages("p", 30);
  await load(pages);
  const stored = await load({ ...pages, "p003.md": text("second") });
  const overlay = await overlayOf(db, stored.revisionId);
  expect(overlay?.paths).toEqual(["p003.md"]);
  const third = { ...pages, "p007.md": text("third") };
  const looksAt = async (before: Partial<ProjectIndex>) => {
    const looked = new Set<string>();
    const placeOf = (path: string) => {
      looked.add(path);
      return stored.placeOf(path);
    };
    const index = await load(third, { from: { ...stored, placeOf, ...before } });
    return { looked: [...looked].sort(), found: foundIn(index).sort() };
  };
  await load(third);
  await db.deleteFrom("revisions").where("id", "=", stored.revisionId).execute();
  const [known, unknown] = [await looksAt({ overlay }), await looksAt({})];
  expect(known.looked).toEqual(["p003.md", "p007.md"]);
  expect(unknown.looked).toHaveLength(30);
  expect(known.found).toEqual(unknown.found);
});
