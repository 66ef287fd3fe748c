import { posix } from "node:path";
import { globMatcher } from "../glob.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs, listPage, type NavigationList } from "../navigation-list.ts";
import { below, cleanAddress, folderOf, joined, locate, nameOf, titleOfName } from "../paths.ts";
import type { Generator, Site, SiteInput } from "../site.ts";
import { pythonStrings } from "./python-settings.ts";
import { firstTitle, readToctrees } from "./toctree.ts";

const isConfig = (path: string) => nameOf(path) === "conf.py";
const textEndings = [".rst", ".md", ".txt"];
const deepest = 20;
const mostFoldersAbove = 6;

export const sphinx: Generator = {
  name: "sphinx",
  isConfig,
  hasCommonName: () => true,
  isOwn: (_, text) =>
    /^(?:extensions|html_theme|master_doc|root_doc|source_suffix|exclude_patterns)\s{0,9}(?::[^=\n]{0,60})?=/m.test(
      text,
    ),
  refersTo,
  read: readSphinx,
};

/** The first page, and from there the pages in the lists of pages. */
function refersTo(path: string, text: string): string[] {
  if (isConfig(path)) return filesOf(locate(folderOf(path), "").folder, rootOf(text));
  if (!textEndings.some((ending) => path.endsWith(ending)) || !text.includes("toctree")) return [];
  const targets = readToctrees(text).flatMap(({ entries }) => entries.map(({ target }) => target));
  return targets.flatMap((target) => {
    if (!target.startsWith("/")) return filesOf(folderOf(path), target);
    return foldersAbove(path).flatMap((folder) => filesOf(folder, target.slice(1)));
  });
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folders.length < mostFoldersAbove; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === "") break;
  }
  return folders;
}

function filesOf(folder: string, target: string): string[] {
  const path = posix.normalize(joined(folder, target));
  return /\.\w+$/.test(path) ? [path] : textEndings.map((ending) => path + ending);
}

function rootOf(config: string): string {
  return pythonStrings(config, "root_doc")[0] ?? pythonStrings(config, "master_doc")[0] ?? "index";
}

/** Every source file is a page; lists of pages, which begin on the first one, are the navigation. */
function readSphinx(input: SiteInput): Site {
  const { paths, siteFiles, configPath } = input;
  const config = siteFiles.get(configPath) ?? "";
  const { folder: root } = locate(input.folder, "");
  const endings = endingsOf(config);
  const patterns = pythonStrings(config, "exclude_patterns").map((pattern) =>
    pattern.replace(/\/$/, ""),
  );
  const isExcluded = globMatcher(patterns.flatMap((pattern) => [pattern, `${pattern}/**`]));
  const isPage = (path: string) => {
    const inside = below(root, path);
    if (inside === undefined || !endings.some((ending) => inside.endsWith(ending))) return false;
    return !isExcluded(inside);
  };
  const pages = paths.filter(isPage);
  const nameOfPage = (path: string) => (below(root, path) ?? path).replace(/\.\w+$/, "");
  const files = new Map(pages.map((path) => [nameOfPage(path), path]));
  const navigation = emptyNavigation();
  listFrom(
    { navigation, files, textOf: (path) => siteFiles.get(path) ?? "", seen: new Set() },
    rootOf(config),
    [],
  );
  return makeSite(input, {
    generator: "sphinx",
    label: "Sphinx",
    layout: { roots: [root] },
    // Roles and domains link pages; what Markdown pages link to may be made by extensions.
    links: { owned: "none" },
    anchors: { addsHeadings: /\S/ },
    values: new Map(
      ["version", "release", "project"].flatMap((name) => {
        const value = pythonStrings(config, name)[0];
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
    isPage,
    navigationFile: () => files.get(rootOf(config)) ?? configPath,
    nameInNavigation: ({ path }) => nameOfPage(path),
    place: (path) => ({
      address: `${cleanAddress(nameOfPage(path))}.html`,
      ...listedAs(navigation, nameOfPage(path)),
      hidden: !isPage(path),
    }),
  });
}

/** The endings that the settings name, and those that well-known extensions bring. */
function endingsOf(config: string): string[] {
  const named = pythonStrings(config, "source_suffix").filter((text) => /^\.\w{1,10}$/.test(text));
  // Extensions are often put together by code, so being named is enough.
  return [
    ...(named.length > 0 ? named : [".rst"]),
    ...(/myst|recommonmark|m2r|["']\.md["']/.test(config) ? [".md"] : []),
    ...(/nbsphinx|myst_nb/.test(config) ? [".ipynb"] : []),
  ];
}

type Walk = {
  navigation: NavigationList;
  /** Page files by the names under which lists have them. */
  files: ReadonlyMap<string, string>;
  textOf(path: string): string;
  seen: Set<string>;
};

/** Lists a page and, below its title, the pages of its lists. */
function listFrom(walk: Walk, name: string, section: string[], title = ""): void {
  const path = walk.files.get(name);
  if (path === undefined || walk.seen.has(name) || section.length > deepest) return;
  walk.seen.add(name);
  const text = walk.textOf(path);
  listPage(walk.navigation, name, { section, title });
  const own = title || firstTitle(text) || titleOfName(nameOf(name));
  const above = walk.seen.size === 1 ? [] : [...section, own];
  for (const { caption, isGlob, entries } of readToctrees(text)) {
    const inner = caption === "" ? above : [...above, caption];
    for (const entry of entries) {
      const target = docName(name, entry.target);
      const names = isGlob && /[*?[]/.test(target) ? matching(walk, target) : [target];
      for (const each of names) listFrom(walk, each, inner, entry.title);
    }
  }
}

function docName(from: string, target: string): string {
  const bare = target.replace(/\.(?:rst|md|txt|ipynb)$/, "");
  return bare.startsWith("/") ? bare.slice(1) : posix.normalize(joined(folderOf(from), bare));
}

function matching({ files }: Walk, pattern: string): string[] {
  const matches = globMatcher([pattern]);
  return [...files.keys()].filter(matches).sort();
}
