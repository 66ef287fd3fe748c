import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { isPageFile } from "../page/page-format.ts";
import { docsTree } from "../tree/docs-tree.ts";
import { namedMetadata } from "../tree/named-metadata.ts";
import { isForeign } from "./find-site.ts";
import { readSiteFiles } from "./read-site-files.ts";

/** Small sites and the addresses that their generators gave to each file: `bench/sites/build.ts` writes them. */
const root = resolve(import.meta.dirname, "../../../test/fixtures/sites");

type Built = {
  /** The address of every page; null for one that is not published. */
  pages: Record<string, string | null>;
  /** What was made besides the pages. */
  others: string[];
};

const labels = globSync("*/*.json", { cwd: root }).map((file) => file.replace(/\.json$/, ""));

test.each(labels)("%s: every page has the address that the generator gives it", async (label) => {
  const { tree, built } = await openBuilt(label);
  const { base } = tree.site.layout;
  const ours = Object.keys(built.pages).map((path) => {
    const page = tree.page(path);
    if (page?.isPublished !== true || page.place.hidden) return [path, null];
    return [path, base === "" ? page.place.address : `${base}/${page.place.address}`];
  });
  const theirs = Object.entries(built.pages).map(([path, address]) => {
    // Pages that the generator shows to whoever knows the address, and keeps out of its own search.
    const isKeptOut = /(?:^|\/)404\.md$/.test(path) || tree.page(path)?.metadata.unlisted === true;
    return [path, isKeptOut ? null : address];
  });
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(theirs));
});

test.each(labels)("%s: what is made besides the pages is known", async (label) => {
  const { tree, built } = await openBuilt(label);
  const unknown = built.others.filter(
    (address) =>
      !/(?:^|\/)404\.html$/.test(address) &&
      tree.pageAt(address) === undefined &&
      !tree.answers.has(address.replace(/\.html$|\/$/, "")),
  );
  expect(unknown).toEqual([]);
});

async function openBuilt(label: string) {
  const folder = join(root, label);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const text = (path: string) => readFileSync(join(folder, path), "utf8");
  async function* readEach(wanted: string[]) {
    for (const path of wanted) yield { path, content: text(path) };
  }
  const siteFiles = await readSiteFiles(paths, readEach);
  const pagePaths = paths.filter((path) => isPageFile(path) && !isForeign(path));
  const tree = docsTree({
    docsFolder: "",
    paths: new Set(paths),
    pagePaths: new Set(pagePaths),
    siteFiles,
    redirectFiles: new Map(),
    metadata: new Map(pagePaths.map((path) => [path, namedMetadata(text(path))])),
  });
  const built: Built = JSON.parse(readFileSync(`${folder}.json`, "utf8"));
  return { tree, built };
}
