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
import { cascadeOf } from "./hugo-cascade.ts";
import { isConfigPart, readHugoConfig } from "./hugo-config.ts";
import { type DatedPage, type DateReader, matterOf, readDates } from "./hugo-dates.ts";
import { filledIn, permalinksOf, sanitized } from "./hugo-permalinks.ts";
import { publicationOf } from "./hugo-publication.ts";

const configName =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml)|config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json))$/;
/** Templates by which a site follows links in its own way. */
const linkTemplate = /(?:^|\/)layouts\/(?:.{0,300}\/)?_markup\/render-link[\w.-]{0,100}\.html$/;

const mostFolders = 200;

export const hugo: Generator = {
  name: "hugo",
  isConfig: (path) => configName.test(path),
  // Many tools have a `config.toml`.
  hasCommonName: (path) => !nameOf(path).startsWith("hugo."),
  isOwn: (path, text) =>
    nameOf(path).startsWith("hugo.") ||
    /^\s{0,9}["']?(?:baseURL|languageCode|contentDir)\b/im.test(text),
  navigationNames: (path) => (isConfigPart(path) ? undefined : ["title", "menu", "menus"]),
  isCompanion: (path) => linkTemplate.test(path) || isConfigPart(path),
  read: readHugo,
};

/** Folders are sections, and every page is in the navigation of its section, by its weight. */
function readHugo(given: SiteInput): Site {
  const { paths, siteFiles, configPath } = given;
  const input = { ...given, folder: given.folder.replace(/(?:^|\/)config\/_default$/, "") };
  const problems: SiteProblem[] = [];
  const config = readHugoConfig(siteFiles, configPath);
  reportComputed(problems, config, "This file cannot be read, so the usual folders are used.");
  const roots = contentRoots(config, input.folder);
  const placed = placeFinder(config, roots, paths);
  const isPage = (path: string) => placed(path) !== undefined;
  const navigation = listSections(paths.filter(isPage), roots);
  const dates = readDates(config);
  const isShown = publicationOf(config, dates);
  const cascaded = cascadeOf(config);
  const addressOf = addressFinder(config, dates, sectionFinder(paths, placed));
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
    otherAddresses: (all) =>
      madeAddresses(
        config,
        [...all].flatMap((path) => placed(path) ?? []),
      ),
    isPage,
    languageOf: (path) => languageOf(config, placed(path)),
    place(path, metadata, metadataOf = () => undefined) {
      const place = placed(path) ?? { inside: path, language: "", folder: "" };
      const { inside } = place;
      const above = sectionsAbove(path, place, metadataOf);
      const matter = cascaded(inside, matterOf(metadata), [...above.values()].toReversed());
      const page = { inside, matter };
      const [weight, title] = [matter.get("weight"), matter.get("linktitle")];
      return {
        address: addressOf(page, place.language, above),
        ...listedAs(navigation, path),
        position: positionOf(navigation.listings.get(path), weight === 0 ? undefined : weight),
        title: typeof title === "string" ? title : "",
        hidden: !isPage(path) || !isShown(page, Date.now()),
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
    const [language = ""] = [
      ...textsOf(memberOf(mount, "lang")),
      ...textsOf(memberOf(mount, "sites", "matrix", "languages")),
    ];
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
  const usual = usualLanguage(config);
  const isShown = memberOf(config, "defaultContentLanguageInSubdir") === true;
  if (language === "" && !isShown) return "";
  const own = language === "" ? usual : language;
  return own === usual && !isShown ? "" : own.toLowerCase();
}

function usualLanguage(config: StaticValue): string {
  return textOf(memberOf(config, "defaultContentLanguage")) ?? "en";
}

/** `folder` is the content folder that it stands in. */
type Place = { inside: string; language: string; folder: string };

function languageOf(config: StaticValue, place: Place | undefined): PageLanguage | undefined {
  const hasLanguages = (recordOf(memberOf(config, "languages"))?.size ?? 0) > 1;
  if (place === undefined || !hasLanguages) return undefined;
  const main = (textOf(memberOf(config, "defaultContentLanguage")) ?? "en").toLowerCase();
  const locale = place.language === "" ? main : place.language;
  return { locale, isTranslation: locale !== main, rest: place.inside };
}

/** Where a page stands in its content folder, without the language in its name. What stands beside an `index.md` is part of it. */
function placeFinder(config: StaticValue, roots: Root[], paths: readonly string[]) {
  const languages = recordOf(memberOf(config, "languages")) ?? new Map();
  const isOff = (language: string) => memberOf(languages.get(language), "disabled") === true;
  const isIgnored = ignoredFiles(config);
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
    if (!/\.(?:md|markdown)$/i.test(path) || isIgnored(path)) return undefined;
    const root = roots.find(({ folder }) => below(folder, path) !== undefined);
    if (root === undefined || isOff(root.language) || isInBundle(path, root.folder)) {
      return undefined;
    }
    const stem = (below(root.folder, path) ?? path).replace(/\.(?:md|markdown)$/i, "");
    const suffix = /\.([\w-]{2,10})$/.exec(stem)?.[1] ?? "";
    const { folder, language } = root;
    if (!languages.has(suffix)) return { inside: stem, language, folder };
    if (isOff(suffix)) return undefined;
    return {
      inside: stem.slice(0, -suffix.length - 1),
      language: prefixOf(config, suffix),
      folder,
    };
  };
}

const maxIgnored = 100;

/**
 * Files whose names begin with a dot, and those that the settings leave out. Those are regular expressions of another
 * kind: only such are read of which none can take long.
 */
function ignoredFiles(config: StaticValue): (path: string) => boolean {
  const patterns = textsOf(memberOf(config, "ignoreFiles"))
    .slice(0, maxIgnored)
    .flatMap((written) => {
      if (written.length > 300 || !isQuick(written)) return [];
      try {
        return [new RegExp(written)];
      } catch {
        return [];
      }
    });
  return (path) =>
    nameOf(path).startsWith(".") || patterns.some((pattern) => pattern.test(path.slice(0, 1_000)));
}

/** One repetition, of a single sign, and few choices: whatever is tried again, it is not tried often. */
function isQuick(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, "").replaceAll("(?:", "(");
  const [repeated = [], choices = []] = [/[*+?{]/g, /\|/g].map((sign) => bare.match(sign) ?? []);
  return repeated.length <= 1 && choices.length <= 4 && !/\)[*+?{]/.test(bare);
}

/** A folder at the top is a section, and so is one with a page of its own. */
function sectionFinder(paths: readonly string[], placed: (path: string) => Place | undefined) {
  const named = new Set(
    paths.flatMap((path) => {
      const inside = placed(path)?.inside ?? "";
      return nameOf(inside) === "_index" ? [folderOf(inside)] : [];
    }),
  );
  return (inside: string): string[] => {
    const names = folderOf(inside).split("/");
    return names.filter((_, at) => at === 0 || named.has(names.slice(0, at + 1).join("/")));
  };
}

type Metadata = Record<string, unknown>;
/** Front matter of the sections above a page that have a page of their own, by their folders, outermost first. */
type Sections = ReadonlyMap<string, Metadata>;

function sectionsAbove(
  path: string,
  { inside, folder: top }: Place,
  metadataOf: (path: string) => Metadata | undefined,
): Sections {
  const ending = path.slice(joined(top, inside).length);
  const names = folderOf(inside).split("/");
  const found = ["", ...names].flatMap((name, at): [string, Metadata][] => {
    const folder = names.slice(0, at).join("/");
    if (at > 0 && name === "") return [];
    const metadata = metadataOf(joined(top, folder, `_index${ending}`));
    return metadata === undefined ? [] : [[folder, metadata]];
  });
  return new Map(found);
}

/** A section may have another name in addresses. */
function namedFolder(folder: string, above: Sections): string {
  const names = folder.split("/");
  const shown = names.map((name, at) => {
    const slug = above.get(names.slice(0, at + 1).join("/"))?.slug;
    return typeof slug === "string" && slug !== "" ? slug : name;
  });
  return joined(...shown);
}

/** `_index` and `index` stand for their folder; `url` and `slug` of the front matter for the path and the name. */
function addressFinder(
  config: StaticValue,
  dates: DateReader,
  sectionsOf: (inside: string) => string[],
) {
  const ugly = memberOf(config, "uglyURLs");
  const keepsCase = memberOf(config, "disablePathToLower") === true;
  const permalink = permalinksOf(config);
  return (page: DatedPage, language: string, above: Sections): string => {
    const { inside, matter } = page;
    const own = matter.get("slug");
    const slug = typeof own === "string" && own !== "" ? own : dates.slugOf(page);
    const sections = sectionsOf(inside);
    const facts = { ...page, sections, slug, date: dates.read("date", page) };
    const written = matter.get("url");
    if (typeof written === "string" && written !== "") {
      const url = filledIn(written, facts);
      const address = cleanAddress(url.startsWith("/") ? url : joined(language, url));
      return address === "" || /\/$|\.[a-z]+$/i.test(address) ? address : `${address}/`;
    }
    const pattern = permalink(facts);
    const isFolder = /(?:^|\/)_?index$/.test(inside);
    const path = isFolder ? folderOf(inside) : inside;
    const isNamed = slug !== undefined && path !== "";
    const named = joined(namedFolder(folderOf(path), above), isNamed ? slug : nameOf(path));
    const bare = sanitized((pattern ?? named).replace(/\s/g, "-"));
    const plain = cleanAddress(language, keepsCase ? bare : bare.toLowerCase());
    const address = plain.replace(/\/$/, "");
    const isSection = path === "" || nameOf(inside) === "_index";
    const isUgly = ugly === true || (path !== "" && memberOf(ugly, sections[0] ?? "") === true);
    if (!isUgly) return address === "" ? "" : `${address}/`;
    return `${isSection ? joined(address, "index") : address}.html`;
  };
}

/** Lists of terms and of sections that have no page of their own, in every language. */
function madeAddresses(config: StaticValue, places: Place[]): string[] {
  const languages = new Set(["", usualLanguage(config), ...places.map(({ language }) => language)]);
  const sections = places.flatMap(({ inside, language }) =>
    inside.includes("/") ? [joined(language, inside.split("/")[0]?.toLowerCase() ?? "")] : [],
  );
  const terms = taxonomiesOf(config).flatMap((name) => [name, `${name}/*`]);
  return [
    ...new Set([
      ...languages,
      ...sections,
      ...[...languages].flatMap((language) => terms.map((term) => joined(language, term))),
    ]),
  ];
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
