import { expect, test } from "vitest";
import { soleEdition } from "../../docs/site/edition.ts";
import { groupAt, isGroup, type PageGroup } from "./page-tree.ts";
import { createReadings } from "./readings.ts";

type Place = {
  section?: string[];
  position?: number;
  version?: string;
  locale?: string;
  topic?: string;
};

function pageAt(
  path: string,
  { section = [], position, version, locale = "", topic = path }: Place,
) {
  const versions = version === undefined ? [] : [version];
  const isOtherVersion = version !== undefined && version !== "2";
  const edition = { ...soleEdition(topic), versions, isOtherVersion, locale };
  return { path, title: path, section, position, sourceId: "src_1", edition };
}

function shape(group: PageGroup): unknown[] {
  return group.items.map((item) => (isGroup(item) ? { [item.title]: shape(item) } : item.path));
}

test("pages stand in the groups and the order of the navigation, and those it leaves out behind them", () => {
  const pages = [
    pageAt("b.md", { position: 2, section: ["Guide", "More"] }),
    pageAt("a.md", { position: 1, section: ["Guide"] }),
    pageAt("notes/old-news.md", {}),
    pageAt("c.md", { position: 3, section: ["Guide"] }),
  ];
  const readings = createReadings(pages);
  const { tree, before, after } = readings.of(pages[1] ?? pageAt("", {}));
  expect(shape(tree)).toEqual([
    { Guide: ["a.md", { More: ["b.md"] }, "c.md"] },
    { "Other pages": [{ Notes: ["notes/old-news.md"] }] },
  ]);
  expect([before, after?.path]).toEqual([undefined, "b.md"]);
  expect(groupAt(tree, "0.1")?.title).toBe("More");
  for (const place of ["9", "0.0", "a", "0.-1", "0..1"])
    expect(groupAt(tree, place)).toBeUndefined();
});

test("a chapter whose page stands before its parts begins their group", () => {
  const pages = [
    pageAt("intro.md", { position: 1 }),
    { ...pageAt("keys.md", { position: 2 }), title: "Keys" },
    pageAt("keys/make.md", { position: 3, section: ["Keys"] }),
  ];
  const { tree, after } = createReadings(pages).of(pages[0] ?? pageAt("", {}));
  expect(shape(tree)).toEqual(["intro.md", { Keys: ["keys.md", "keys/make.md"] }]);
  expect(after?.path).toBe("keys.md");
});

test("docs without navigation are read folder by folder", () => {
  const readings = createReadings([pageAt("index.md", {}), pageAt("01-getting-started/a.md", {})]);
  expect(shape(readings.treeAt(""))).toEqual([
    "index.md",
    { "Getting started": ["01-getting-started/a.md"] },
  ]);
});

test("a page stands among those of its version and language, and leads to itself in the others", () => {
  const pages = [
    pageAt("v1/a.md", { position: 1, version: "1", locale: "en", topic: "a" }),
    pageAt("v2/a.md", { position: 2, version: "2", locale: "en", topic: "a" }),
    pageAt("v2/b.md", { position: 3, version: "2", locale: "en", topic: "b" }),
    pageAt("de/v2/a.md", { position: 4, version: "2", locale: "de", topic: "a" }),
    pageAt("news.md", { position: 5, locale: "" }),
  ];
  const readings = createReadings(pages);
  const { tree, versions, languages } = readings.of(pages[1] ?? pageAt("", {}));
  expect(shape(tree)).toEqual(["v2/a.md", "v2/b.md", "news.md"]);
  expect(versions).toEqual([
    { name: "1", path: "v1/a.md", isCurrent: false },
    { name: "2", path: "v2/a.md", isCurrent: true },
  ]);
  expect(languages).toEqual([
    { name: "en", path: "v2/a.md", isCurrent: true },
    { name: "de", path: "de/v2/a.md", isCurrent: false },
  ]);
  expect(readings.of(pages[2] ?? pageAt("", {})).versions[0]?.path).toBe("v1/a.md");
});
