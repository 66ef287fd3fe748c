import { valueOfData } from "../../values/read-data.ts";
import { memberOf, type StaticValue, textOf, textsOf } from "../../values/static-value.ts";
import { globMatcher } from "../glob.ts";
import { below, joined, locate } from "../paths.ts";
import { type ContentPlugin, contentPlugins } from "./docusaurus-config.ts";

/** A folder of pages that are published under one address. */
export type Collection = {
  plugin: ContentPlugin;
  folder: string;
  base: string;
  /** Path of its sidebars; undefined to order by folder. */
  sidebars: StaticValue;
  hidden: boolean;
  includes(inside: string): boolean;
};

type Input = {
  config: StaticValue;
  /** Folder of the configuration, as the source names it. */
  site: string;
  siteFiles: ReadonlyMap<string, string>;
};

const maxVersions = 100;
const maxLocales = 50;

/** Every collection of the site: each plugin's pages, their older versions, and their translations. */
export function docusaurusCollections(input: Input): Collection[] {
  const locales = textsOf(memberOf(input.config, "i18n", "locales"));
  const usual = textOf(memberOf(input.config, "i18n", "defaultLocale")) ?? "en";
  const others = locales.filter((locale) => locale !== usual).slice(0, maxLocales);
  return contentPlugins(input.config).flatMap((plugin) => {
    const own = versionsOf(input, plugin).map((version) => collectionOf(input, plugin, version));
    const translated = others.flatMap((locale) =>
      versionsOf(input, plugin).map((version) => {
        const folder = `i18n/${locale}/docusaurus-plugin-content-${plugin.kind}${suffixOf(plugin)}`;
        const inside = plugin.kind === "docs" ? joined(folder, version.translated) : folder;
        const base = joined(locale, version.base);
        return collectionOf(input, plugin, { ...version, folder: inside, base });
      }),
    );
    return [...own, ...translated];
  });
}

type Version = {
  folder: string;
  base: string;
  sidebars: StaticValue;
  hidden: boolean;
  /** Name of the version's folder among translations. */
  translated: string;
};

function collectionOf(input: Input, plugin: ContentPlugin, version: Version): Collection {
  const isIncluded = globMatcher(plugin.include);
  const isExcluded = globMatcher(plugin.exclude);
  const { base, sidebars, hidden } = version;
  const { folder } = locate(input.site, version.folder);
  const includes = (inside: string) =>
    /\.mdx?$/i.test(inside) && isIncluded(inside) && !isExcluded(inside);
  return { plugin, folder, base, sidebars, hidden, includes };
}

/** The newest version has the plain address, the folder being worked on the address `next`. */
function versionsOf(input: Input, plugin: ContentPlugin): Version[] {
  const route = plugin.routeBasePath.replace(/^\/+|\/+$/g, "");
  const { options, path, sidebarPath } = plugin;
  const current = { folder: path, sidebars: sidebarPath, translated: "current" };
  if (plugin.kind !== "docs") return [{ ...current, base: route, hidden: false }];
  const name = plugin.id === "default" ? "" : `${plugin.id}_`;
  const file = joined(input.site, `${name}versions.json`);
  const versions = textsOf(valueOfData(input.siteFiles.get(file) ?? "[]", file));
  const last = textOf(memberOf(options, "lastVersion")) ?? versions[0] ?? "current";
  const baseOf = (version: string, usual: string) => {
    const own = textOf(memberOf(options, "versions", version, "path"));
    return joined(route, (own ?? (version === last ? "" : usual)).replace(/^\/+|\/+$/g, ""));
  };
  const hidden = versions.length > 0 && memberOf(options, "includeCurrentVersion") === false;
  const older = versions.slice(0, maxVersions).map((version) => ({
    folder: `${name}versioned_docs/version-${version}`,
    base: baseOf(version, version),
    sidebars: writtenBy(file, `${name}versioned_sidebars/version-${version}-sidebars.json`),
    hidden: false,
    translated: `version-${version}`,
  }));
  return [{ ...current, base: baseOf("current", "next"), hidden }, ...older];
}

function writtenBy(path: string, value: string): StaticValue {
  return { kind: "text", value, path, line: 1 };
}

function suffixOf(plugin: ContentPlugin): string {
  return plugin.id === "default" ? "" : `-${plugin.id}`;
}

/** A page's collection, and its path in there. */
export type Place = { collection: Collection; inside: string };

export function findCollection(collections: Collection[], path: string): Place | undefined {
  for (const collection of collections) {
    const inside = below(collection.folder, path);
    if (inside !== undefined && collection.includes(inside)) return { collection, inside };
  }
  return undefined;
}
