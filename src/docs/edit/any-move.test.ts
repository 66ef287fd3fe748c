import { expect, test } from "vitest";
import type { MemoryFiles } from "../../../test/memory-files.ts";
import { memoryFiles } from "../../../test/memory-files.ts";
import { createPace } from "../../lib/pace.ts";
import { readPage } from "../page/page.ts";
import { isForReader } from "../page/page-links.ts";
import { openTree } from "../tree/open-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import { deletePage } from "./delete-page.ts";
import { moveFiles } from "./move-files.ts";

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const folders = ["", "guides/", "guides/deep/", "api/", "my docs/"];
const names = ["keys", "doors", "index", "api-keys", "guides", "a b", "über"];

type Random = ReturnType<typeof randomFrom>;

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

/** Docs in which every page links to others in every manner, and a navigation that lists them all. */
function randomDocs(random: Random): Record<string, string> {
  const stems = folders.flatMap((folder) => names.map((name) => folder + name));
  const kept = stems.filter(() => random(3) > 0);
  const paths = kept.map((stem) => `${stem}.${pick(random, ["md", "mdx"])}`);
  const files: Record<string, string> = {};
  for (const path of paths) {
    const links = Array.from({ length: 6 }, () => randomLink(random, path, pick(random, paths)));
    const end = pick(random, ["\n", "\r\n"]);
    files[`docs/${path}`] = [`# ${path}`, "", ...links, "`[code](keys.md)` keys", ""].join(end);
  }
  const groups = [
    { group: "All", pages: kept },
    { group: "Some", pages: kept.filter(() => random(2) > 0) },
  ];
  files["docs/docs.json"] = JSON.stringify({ navigation: { groups } }, null, pick(random, [0, 2]));
  return files;
}

function randomLink(random: Random, from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  const stem = to.replace(/\.mdx?$/, "").replace(/(^|\/)index$/, "$1");
  const target = encodeURI(
    pick(random, [`/${stem}`, `/${to}`, up + to, `./${up}${to}`, up + stem || "./"]),
  );
  const rest = pick(random, ["", "#top", "?x=1#top"]);
  const forms = [
    `[x](${target}${rest})`,
    `<a href="${target}${rest}">x</a>`,
    `[r]: ${target}${rest}`,
  ];
  return pick(random, forms);
}

/** Where links lead by the rules of `resolveLink`, and all that stands between them. */
async function state(overlay: MemoryFiles) {
  const paths = overlay.list().map(({ path }) => path);
  const tree = await openTree({ files: overlay, docsFolder: "docs", pace: createPace() });
  const pages = new Map<string, { links: string[]; rest: string }>();
  for await (const { path, content } of overlay.readEach(
    paths.filter((own) => /\.mdx?$/.test(own)),
  )) {
    const links = readPage(content, path.endsWith("x") ? "mdx" : "md").links.filter(isForReader);
    let at = 0;
    const between = links.map(({ start, end }) => {
      const piece = content.slice(at, start);
      at = end;
      return piece;
    });
    const led = links.map(({ target }) => {
      const to = resolveLink(tree, path, target);
      return to.kind === "file" ? `${to.path}#${to.anchor}` : `${to.kind} ${target}`;
    });
    pages.set(path, { links: led, rest: [...between, content.slice(at)].join("|") });
  }
  return { pages, navigation: JSON.parse(await overlay.read("docs/docs.json")) };
}

const seeds = Array.from({ length: 15 }, (_, index) => index + 1);

test.each(seeds)("after any move every link leads where it led (%i)", async (seed) => {
  const random = randomFrom(seed);
  const files = randomDocs(random);
  const overlay = memoryFiles(files);
  const before = await state(overlay);
  const from = pick(random, [...before.pages.keys()]);
  const isFolder = seed % 3 === 0;
  const source = isFolder ? "docs/guides" : from;
  const target = isFolder
    ? "docs/my docs/new"
    : `docs/${pick(random, folders)}new-${random(9)}.mdx`;
  const rename = (text: string) =>
    text.startsWith(source) ? target + text.slice(source.length) : text;
  const isMoved = (path: string) => (isFolder ? path.startsWith(`${source}/`) : path === source);
  const moved = await moveFiles(overlay, { docsFolder: "docs", from: source, to: target });
  expect(moved.problems).toEqual([]);
  const after = await state(overlay);
  for (const [path, page] of before.pages) {
    const now = after.pages.get(isMoved(path) ? rename(path) : path);
    const wanted = page.links.map((link) =>
      isMoved(link.split("#", 1)[0] ?? "") ? rename(link) : link,
    );
    expect(now, path).toEqual({ links: wanted, rest: page.rest });
  }
  const renamed = (page: string) => {
    const file = [`docs/${page}.mdx`, `docs/${page}.md`].find((own) => before.pages.has(own)) ?? "";
    return isMoved(file)
      ? rename(file)
          .slice("docs/".length)
          .replace(/\.mdx?$/, "")
      : page;
  };
  const text = files["docs/docs.json"] ?? "";
  const groups = before.navigation.navigation.groups.map((group: { pages: string[] }) => ({
    ...group,
    pages: group.pages.map(renamed),
  }));
  expect(after.navigation).toEqual({ navigation: { groups } });
  const indent = text.includes("\n") ? 2 : 0;
  expect(await overlay.read("docs/docs.json")).toBe(
    JSON.stringify({ navigation: { groups } }, null, indent),
  );
});

test.each(seeds)(
  "after any deletion no link leads to the page, and others are untouched (%i)",
  async (seed) => {
    const random = randomFrom(seed * 1_000);
    const overlay = memoryFiles(randomDocs(random));
    const before = await state(overlay);
    const path = pick(random, [...before.pages.keys()]);
    const { problems } = await deletePage(overlay, {
      docsFolder: "docs",
      path,
      replacement: undefined,
    });
    expect(problems).toEqual([]);
    const after = await state(overlay);
    for (const [own, page] of before.pages) {
      if (own === path) continue;
      const kept = page.links.filter((link) => !link.startsWith(`${path}#`));
      expect(after.pages.get(own)?.links, own).toEqual(kept);
      if (kept.length === page.links.length) expect(after.pages.get(own)).toEqual(page);
    }
    const stem = path.slice("docs/".length).replace(/\.mdx?$/, "");
    const groups = before.navigation.navigation.groups.map((group: { pages: string[] }) => ({
      ...group,
      pages: group.pages.filter((name) => name !== stem),
    }));
    expect(after.navigation).toEqual({ navigation: { groups } });
  },
);
