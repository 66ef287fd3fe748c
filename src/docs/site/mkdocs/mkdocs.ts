import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  type Text,
  textOf,
} from "../../values/static-value.ts";
import { type FolderRules, findFolder, folderTree, listFolder } from "../folder-order.ts";
import { ignoreMatcher } from "../glob.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs, listPage, type NavigationList } from "../navigation-list.ts";
import { below, cleanAddress, findPrefix, folderOf, joined, locate, nameOf } from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";
import { readBlogs } from "./mkdocs-blog.ts";
import { excludedByPlugin, inheritedFrom, readMkdocsConfig } from "./mkdocs-config.ts";
import { folderRules } from "./mkdocs-folders.ts";
import { type MkdocsLanguages, mkdocsLanguages } from "./mkdocs-languages.ts";
import { mkdocsNavigation, yamlEntries } from "./mkdocs-navigation.ts";

const isConfig = (path: string) => /(?:^|\/)mkdocs\.ya?ml$/.test(path);

export const mkdocs: Generator = {
  name: "mkdocs",
  isConfig,
  isCompanion: (path) => nameOf(path) === ".pages",
  navigationNames(path) {
    if (nameOf(path) === ".pages") return "all";
    return ["nav", "not_in_nav", "site_name", "site_description", "site_author", "copyright"];
  },
  refersTo: (path, text) => (isConfig(path) ? inheritedFrom(path, text) : []),
  readEntries({ path, text }) {
    if (isConfig(path)) return { root: mkdocsNavigation.root(path, text), read: yamlEntries(text) };
    return nameOf(path) === ".pages"
      ? { root: folderOf(path), read: yamlEntries(text) }
      : undefined;
  },
  navigation: mkdocsNavigation,
  read: readMkdocs,
};

const pageEnding = /\.(?:md|markdown|mdown|mkdn?)$/;

/** Plugins that make pages while the site is built. */
const generates = /\b(?:gen-files|literate-nav|monorepo|multirepo|autorefs-pages|mkdocs-autoapi)\b/;

function readMkdocs(input: SiteInput): Site {
  const { paths, siteFiles, configPath } = input;
  const problems: SiteProblem[] = [];
  const config = readMkdocsConfig(siteFiles, configPath);
  reportComputed(problems, config, "This file is not valid YAML, so MkDocs' defaults are used.");
  const docsFolder = textOf(memberOf(config, "docs_dir")) ?? "docs";
  const { folder, unknown } = locate(folderOf(configPath), docsFolder);
  const languages = mkdocsLanguages({ config, configPath, folder, paths });
  const { isPage, pages: all } = findPages(config, languages, paths);
  const pages = all.filter((path) => below(folder, path) !== undefined);
  const insides = new Set(pages.map((path) => below(folder, path) ?? ""));
  const prefix = findPrefix(namedPages(memberOf(config, "nav")), insides, unknown);
  const keyOf = (path: string) => joined(prefix, languages.insideOf(path) ?? path);
  const rules = folderRules({ folder, siteFiles, keyOf });
  const navigation = readNavigation({ config, configPath, folder, pages, rules, problems });
  const hasDirectories = memberOf(config, "use_directory_urls") !== false;
  const makesPages = generates.test(siteFiles.get(configPath) ?? "");
  const isNamed = ignoreMatcher(linesOf(config, "not_in_nav"));
  const isMade = listsPatterns(memberOf(config, "nav"));
  const blogs = readBlogs(config);
  const blogOf = (inside: string) => blogs.find((blog) => blog.isPost(inside));
  return makeSite(input, {
    generator: "mkdocs",
    label: "MkDocs",
    slugStyle: "python",
    release: textOf(memberOf(config, "extra", "version", "default")),
    layout: {
      roots: [folder, ...languages.folders],
      base: textOf(memberOf(config, "site_url")) ?? "",
    },
    links: { followsAddresses: true, owned: "folders" },
    // Python modules whose descriptions are put in their place.
    anchors: { addsHeadings: /^\s{0,20}:::\s{1,5}[\w.]/m },
    addressNeeds: blogs.length > 0 ? "front-matter" : "path",
    problems,
    otherAddresses: () => [
      ...listOf(memberOf(config, "plugins")).flatMap((plugin) => [
        ...(recordOf(memberOf(plugin, "redirects", "redirect_maps"))?.keys() ?? []),
      ]),
      ...blogs.flatMap(({ lists }) => lists),
    ],
    isFoundOtherwise(path) {
      const inside = below(folder, path) ?? path;
      const isOfBlog = blogs.some((blog) => below(blog.folder, inside) !== undefined);
      return isMade || isNamed(inside) || isOfBlog;
    },
    isPage,
    languageOf: languages.of,
    entries: ({ isFile, isFolder }) =>
      navigation.named.flatMap(({ at, key }) => {
        if (makesPages || /[*?]/.test(at.value)) return [];
        const wanted = joined(folder, languages.mainFolder, key.replace(/(?<!\/)\/+$/, ""));
        return [{ ...at, written: at.value, exists: isFile(wanted) || isFolder(wanted), wanted }];
      }),
    nameInNavigation: ({ path }) => below(folder, path) ?? path,
    place(path, metadata) {
      const key = keyOf(path);
      const original = joined(prefix, languages.of(path)?.rest ?? key);
      const blog = blogOf(key);
      const published = joined(prefix, languages.publishedAs(path));
      const stem = blog?.stemOf(key, metadata) ?? published.replace(pageEnding, "");
      return {
        address: addressOf(stem, hasDirectories),
        ...listedAs(navigation, navigation.listings.has(key) ? key : original),
        hidden: !isPage(path) || blog?.isDraft(metadata, Date.now()) === true,
      };
    },
  });
}

/** The pages of the docs folder but those that are left out. A README is the index of its folder, unless there is another. */
function findPages(config: StaticValue, { insideOf }: MkdocsLanguages, paths: readonly string[]) {
  const excluded = ignoreMatcher(
    [
      ".*\n/templates/",
      linesOf(config, "exclude_docs"),
      linesOf(config, "draft_docs"),
      ...excludedByPlugin(config),
    ].join("\n"),
  );
  const isSource = (path: string) => {
    const inside = insideOf(path);
    return inside !== undefined && pageEnding.test(inside) && !excluded(inside);
  };
  const sources = new Set(paths.filter(isSource));
  const isPage = (path: string) => {
    const readme = /^(.*\/|)README(\.\w+)$/.exec(path);
    return isSource(path) && !sources.has(`${readme?.[1] ?? path}index${readme?.[2]}`);
  };
  return { isPage, pages: [...sources].filter(isPage) };
}

/** Plugins take patterns in the `nav`. */
function listsPatterns(nav: StaticValue): boolean {
  if (isText(nav)) return nav.value.includes("*");
  if (Array.isArray(nav)) return nav.some(listsPatterns);
  return [...(recordOf(nav)?.values() ?? [])].some(listsPatterns);
}

type NavigationInput = {
  config: StaticValue;
  configPath: string;
  folder: string;
  pages: string[];
  rules: FolderRules;
  problems: SiteProblem[];
};

function readNavigation(input: NavigationInput): NavigationList {
  const { config, configPath, folder, pages, rules, problems } = input;
  const navigation = emptyNavigation();
  const nav = memberOf(config, "nav");
  const tree = folderTree(pages);
  if (Array.isArray(nav)) {
    walk(nav, [], "", (at, section, title) => {
      const inner = findFolder(tree, folder, at.value);
      if (inner === undefined) return listPage(navigation, keyOfEntry(at), { section, title, at });
      const inside = title === "" ? section : [...section, title];
      return listFolder({ navigation, tree, rules }, inner, inside);
    });
    return navigation;
  }
  if (nav !== undefined && nav !== null) {
    const message = "The nav is not a list that can be read here, so pages are in folder order.";
    problems.push({ path: configPath, line: 1, message });
  }
  const isLeftOut = ignoreMatcher(linesOf(config, "not_in_nav"));
  const listed = pages.filter((path) => !isLeftOut(below(folder, path) ?? path));
  listFolder({ navigation, tree: folderTree(listed), rules }, folder, []);
  return navigation;
}

type Visit = (written: Text, section: string[], title: string) => void;

function walk(value: StaticValue, section: string[], title: string, visit: Visit): void {
  if (isText(value) && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(value.value)) {
    visit(value, section, title);
  }
  const inside = title === "" ? section : [...section, title];
  if (Array.isArray(value)) for (const item of value) walk(item, inside, "", visit);
  for (const [name, held] of recordOf(value) ?? []) walk(held, inside, titleIn(name), visit);
}

const tag = /<\/?[a-z][^<>]{0,1000}>/gi;

/** Titles in the navigation are HTML: their words are left. */
function titleIn(name: string): string {
  return name.includes("<") ? name.replace(tag, "").replace(/\s+/g, " ").trim() || name : name;
}

function namedPages(nav: StaticValue): string[] {
  const pages: string[] = [];
  walk(nav, [], "", (written) => pages.push(keyOfEntry(written)));
  return pages;
}

function keyOfEntry({ value }: Text): string {
  return value.replace(/^(?:\.?\/)+/, "").replace(/[#?][\s\S]*$/, "");
}

function linesOf(config: StaticValue, key: string): string {
  return textOf(memberOf(config, key)) ?? "";
}

/** A page and a README may stand for their folder. */
function addressOf(stem: string, hasDirectories: boolean): string {
  const isIndex = /(?:^|\/)(?:index|README)$/.test(stem);
  const folder = folderOf(stem);
  if (!hasDirectories) return `${cleanAddress(isIndex ? joined(folder, "index") : stem)}.html`;
  const address = cleanAddress(isIndex ? folder : stem);
  return address === "" ? "" : `${address}/`;
}
