import { valueOfData } from "../../values/read-data.ts";
import {
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
  textsOf,
} from "../../values/static-value.ts";
import type { PageLanguage } from "../edition.ts";
import { type FolderEntry, listByName } from "../folder-order.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs, type NavigationList, positionOf } from "../navigation-list.ts";
import { below, cleanAddress, folderOf, isBelow, joined, locate, nameOf } from "../paths.ts";
import { reportComputed } from "../report-computed.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";

const configName =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml)|config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json))$/;
/** Templates by which a site follows links in its own way. */
const linkTemplate = /(?:^|\/)layouts\/(?:.*\/)?_markup\/render-link[\w.-]*\.html$/;

const mostFolders = 200;

export const hugo: Generator = {
  name: "hugo",
  isConfig: (path) => configName.test(path),
  // Many tools have a `config.toml`.
  hasCommonName: (path) => !nameOf(path).startsWith("hugo."),
  isOwn: (path, text) =>
    nameOf(path).startsWith("hugo.") ||
    /^\s{0,9}["']?(?:baseURL|languageCode|contentDir)\b/im.test(text),
  isCompanion: (path) => linkTemplate.test(path),
  read: readHugo,
};

/** Folders are sections, and every page is in the navigation of its section, by its weight. */
function readHugo(given: SiteInput): Site {
  const { paths, siteFiles, configPath } = given;
  const input = { ...given, folder: given.folder.replace(/(?:^|\/)config\/_default$/, "") };
  const problems: SiteProblem[] = [];
  const config = valueOfData(siteFiles.get(configPath) ?? "", configPath);
  reportComputed(problems, config, "This file cannot be read, so the usual folders are used.");
  if (recordOf(memberOf(config, "permalinks")) !== undefined) {
    const message = "Addresses are made by `permalinks`, so they may differ.";
    problems.push({ path: configPath, line: 1, message });
  }
  const roots = contentRoots(config, input.folder);
  const placed = placeFinder(config, roots, paths);
  const isPage = (path: string) => placed(path) !== undefined;
  const navigation = listSections(paths.filter(isPage), roots);
  const isUgly = memberOf(config, "uglyURLs") === true;
  return makeSite(input, {
    generator: "hugo",
    label: "Hugo",
    layout: {
      roots: [...new Set(roots.map(({ folder }) => folder))],
      servedToo: textsOf(memberOf(config, "staticDir")).slice(0, mostFolders),
      base: textOf(memberOf(config, "baseURL")) ?? "",
      languages: [...(recordOf(memberOf(config, "languages"))?.keys() ?? [])],
    },
    links: {
      followsAddresses: true,
      owned: [...siteFiles.keys()].some((path) => linkTemplate.test(path)) ? "none" : "sections",
    },
    // Shortcodes take in other pages and make headings of their own.
    anchors: { addsHeadings: /\{\{[<%]/ },
    addressNeeds: "front-matter",
    problems,
    otherAddresses: () => taxonomiesOf(config).flatMap((name) => [name, `${name}/*`]),
    isPage,
    languageOf: (path) => languageOf(config, placed(path)),
    place(path, metadata) {
      const place = placed(path) ?? { inside: path, language: "" };
      const address = addressOf(place, metadata, isUgly);
      const { weight, linkTitle, draft, headless } = metadata;
      return {
        address,
        ...listedAs(navigation, path),
        position: positionOf(navigation.listings.get(path), weight === 0 ? undefined : weight),
        title: typeof linkTitle === "string" ? linkTitle : "",
        hidden: !isPage(path) || draft === true || headless === true,
      };
    },
  });
}

/** A folder of pages; `language` is what their addresses begin with. */
type Root = { folder: string; language: string };

/** The folders that languages and mounts name, else the one of the site. */
function contentRoots(config: StaticValue, folder: string): Root[] {
  const usual = textOf(memberOf(config, "contentDir")) ?? "content";
  const rootAt = (written: string, language: string): Root => ({
    folder: locate(folder, written).folder,
    language: prefixOf(config, language),
  });
  const mounts = listOf(memberOf(config, "module", "mounts")).flatMap((mount) => {
    const source = textOf(memberOf(mount, "source"));
    const isContent = textOf(memberOf(mount, "target")) === "content";
    const language = textOf(memberOf(mount, "lang")) ?? "";
    return source !== undefined && isContent ? [rootAt(source, language)] : [];
  });
  const all = [...(recordOf(memberOf(config, "languages")) ?? [])];
  const languages = all.flatMap(([name, own]) => {
    const written = textOf(memberOf(own, "contentDir"));
    return written === undefined ? [] : [rootAt(written, name)];
  });
  const named = [...mounts, ...languages].slice(0, mostFolders);
  // A language that names no folder, often the default one, has its pages in the usual place.
  const isUsualRead = mounts.length === 0 && languages.length === all.length && all.length > 0;
  return mounts.length > 0 || isUsualRead ? named : [...named, rootAt(usual, "")];
}

/** The language that has no name in its addresses is the default one. */
function prefixOf(config: StaticValue, language: string): string {
  const usual = textOf(memberOf(config, "defaultContentLanguage")) ?? "en";
  const isShown = memberOf(config, "defaultContentLanguageInSubdir") === true;
  if (language === "" && !isShown) return "";
  const own = language === "" ? usual : language;
  return own === usual && !isShown ? "" : own.toLowerCase();
}

type Place = { inside: string; language: string };

function languageOf(config: StaticValue, place: Place | undefined): PageLanguage | undefined {
  const hasLanguages = (recordOf(memberOf(config, "languages"))?.size ?? 0) > 1;
  if (place === undefined || !hasLanguages) return undefined;
  const main = (textOf(memberOf(config, "defaultContentLanguage")) ?? "en").toLowerCase();
  const locale = place.language === "" ? main : place.language;
  return { locale, isTranslation: locale !== main, rest: place.inside };
}

/** Where a page stands in its content folder, without the language in its name. What stands beside an `index.md` is part of it. */
function placeFinder(config: StaticValue, roots: Root[], paths: readonly string[]) {
  const languages = new Set(recordOf(memberOf(config, "languages"))?.keys());
  const bundles = new Set(
    paths.flatMap((path) =>
      /(?:^|\/)index(?:\.\w{2,8})?\.md$/.test(path) ? [folderOf(path)] : [],
    ),
  );
  const isInBundle = (path: string, top: string) => {
    const isInside = (folder: string) => folder !== "" && isBelow(top, `${folder}/`);
    for (let folder = folderOf(path); isInside(folder); folder = folderOf(folder)) {
      if (bundles.has(folder)) return folder !== folderOf(path) || !/^index\./.test(nameOf(path));
    }
    return false;
  };
  return (path: string): Place | undefined => {
    if (!/\.(?:md|markdown)$/i.test(path)) return undefined;
    const root = roots.find(({ folder }) => below(folder, path) !== undefined);
    if (root === undefined || isInBundle(path, root.folder)) return undefined;
    const stem = (below(root.folder, path) ?? path).replace(/\.(?:md|markdown)$/i, "");
    const suffix = /\.([\w-]{2,10})$/.exec(stem)?.[1] ?? "";
    if (!languages.has(suffix)) return { inside: stem, language: root.language };
    return {
      inside: stem.slice(0, -suffix.length - 1),
      language: prefixOf(config, suffix),
    };
  };
}

/** `_index` and `index` stand for their folder; `url` and `slug` of the front matter for the path and the name. */
function addressOf(
  { inside, language }: Place,
  metadata: Record<string, unknown>,
  isUgly: boolean,
): string {
  const { url, slug } = metadata;
  if (typeof url === "string" && url !== "") {
    return cleanAddress(url.startsWith("/") ? url : joined(language, url));
  }
  const isFolder = /(?:^|\/)_?index$/.test(inside);
  const path = isFolder ? folderOf(inside) : inside;
  const isNamed = typeof slug === "string" && slug !== "" && path !== "";
  const named = isNamed ? joined(folderOf(path), slug) : path;
  const address = cleanAddress(language, named.toLowerCase().replace(/\s+/g, "-"));
  if (address === "") return "";
  return isUgly && !isFolder ? `${address}.html` : `${address}/`;
}

function taxonomiesOf(config: StaticValue): string[] {
  const own = recordOf(memberOf(config, "taxonomies"));
  if (own === undefined) return ["tags", "categories"];
  return [...own.values()].flatMap((name) => textOf(name) ?? []);
}

function listSections(paths: string[], roots: Root[]): NavigationList {
  const navigation = emptyNavigation();
  const rules = {
    orderOf: () => undefined,
    isFirst: ({ path, isFolder }: FolderEntry) =>
      !isFolder && /(?:^|\/)_?index\.[\w.]+$/.test(path),
  };
  for (const { folder } of roots) listByName(navigation, { paths, folder, ...rules });
  return navigation;
}
