import { valueOfData } from "../../values/read-data.ts";
import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
  textsOf,
  unwrapCalls,
} from "../../values/static-value.ts";
import type { Edition } from "../edition.ts";
import { globMatcher } from "../glob.ts";
import { below, joined, locate } from "../paths.ts";

/** A folder of pages that are published under one address. */
export type Collection = {
  plugin: ContentPlugin;
  folder: string;
  base: string;
  /** Path of its sidebars; undefined to order by folder. */
  sidebars: StaticValue;
  hidden: boolean;
  edition: Omit<Edition, "topic">;
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
  const main = others.length > 0 ? usual : "";
  return contentPlugins(input.config).flatMap((plugin) => {
    const versions = versionsOf(input, plugin);
    const own = versions.map((version) =>
      collectionOf(input, plugin, { ...version, locale: main }),
    );
    const translated = others.flatMap((locale) =>
      versions.map((version) => {
        const folder = `i18n/${locale}/docusaurus-plugin-content-${plugin.kind}${suffixOf(plugin)}`;
        const inside = plugin.kind === "docs" ? joined(folder, version.translated) : folder;
        const base = joined(locale, version.base);
        return collectionOf(input, plugin, { ...version, folder: inside, base, locale });
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
  /** What it is called; none where there is no other. */
  names: string[];
  /** Not the release that has the plain address. */
  isOther: boolean;
  /** Name of the version's folder among translations. */
  translated: string;
};

function collectionOf(
  input: Input,
  plugin: ContentPlugin,
  version: Version & { locale: string },
): Collection {
  const isIncluded = globMatcher(plugin.include);
  const isExcluded = globMatcher(plugin.exclude);
  const { base, sidebars, hidden, locale, names: versions, isOther: isOtherVersion } = version;
  const { folder } = locate(input.site, version.folder);
  const isTranslation = folder.startsWith(joined(input.site, "i18n/"));
  const series = `${plugin.kind}/${plugin.id}`;
  const edition = { versions, isOtherVersion, series, locale, isTranslation };
  const includes = (inside: string) =>
    /\.mdx?$/i.test(inside) && isIncluded(inside) && !isExcluded(inside);
  return { plugin, folder, base, sidebars, hidden, edition, includes };
}

/** The newest version has the plain address, the folder being worked on the address `next`. */
function versionsOf(input: Input, plugin: ContentPlugin): Version[] {
  const route = plugin.routeBasePath.replace(/^\/+|(?<!\/)\/+$/g, "");
  const { options, path, sidebarPath } = plugin;
  const current = { folder: path, sidebars: sidebarPath, translated: "current" };
  const sole = { ...current, base: route, hidden: false, names: [], isOther: false };
  if (plugin.kind !== "docs") return [sole];
  const name = plugin.id === "default" ? "" : `${plugin.id}_`;
  const file = joined(input.site, `${name}versions.json`);
  const isVersioned = memberOf(options, "disableVersioning") !== true;
  const versions = isVersioned ? textsOf(valueOfData(input.siteFiles.get(file) ?? "[]", file)) : [];
  const isBuilt = builtVersions(options, versions);
  const last = textOf(memberOf(options, "lastVersion")) ?? versions.find(isBuilt) ?? "current";
  const isOneOfMany = versions.length > 0;
  const factsOf = (version: string, usual: string) => {
    const setting = (key: string) => textOf(memberOf(options, "versions", version, key));
    const own = setting("path") ?? (version === last ? "" : usual);
    const names = [version, setting("label") ?? usual, own].filter((one) => one !== "");
    return {
      base: joined(route, own.replace(/^\/+|(?<!\/)\/+$/g, "")),
      hidden: isOneOfMany && !isBuilt(version),
      names: isOneOfMany ? [...new Set(names)] : [],
      isOther: version !== last,
    };
  };
  const older = versions.slice(0, maxVersions).map((version) => ({
    folder: `${name}versioned_docs/version-${version}`,
    sidebars: writtenBy(file, `${name}versioned_sidebars/version-${version}-sidebars.json`),
    translated: `version-${version}`,
    ...factsOf(version, version),
  }));
  return [{ ...current, ...factsOf("current", "next") }, ...older];
}

function builtVersions(options: StaticValue, versions: string[]): (version: string) => boolean {
  const only = memberOf(options, "onlyIncludeVersions");
  const isNamed = Array.isArray(only) ? new Set(textsOf(only)) : undefined;
  const hasCurrent = versions.length === 0 || memberOf(options, "includeCurrentVersion") !== false;
  return (version) =>
    (version !== "current" || hasCurrent) && (isNamed === undefined || isNamed.has(version));
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

/** One use of a content plugin, with its defaults. Paths are written as in the configuration. */
export type ContentPlugin = {
  kind: "docs" | "blog" | "pages";
  id: string;
  path: string;
  routeBasePath: string;
  sidebarPath: StaticValue;
  include: string[];
  exclude: string[];
  hasPrefixes: boolean;
  options: StaticValue;
};

const defaults = {
  docs: { path: "docs", routeBasePath: "docs" },
  blog: { path: "blog", routeBasePath: "blog" },
  pages: { path: "src/pages", routeBasePath: "" },
} as const;
const excludedByDefault = [
  "**/_*.{js,jsx,ts,tsx,md,mdx}",
  "**/_*/**",
  "**/*.test.{js,jsx,ts,tsx}",
  "**/__tests__/**",
];

/** The content that presets and plugins publish. Without a readable preset: docs, blog and pages as by default. */
function contentPlugins(config: StaticValue): ContentPlugin[] {
  const presets = namesAndOptions(memberOf(config, "presets")).filter(({ name }) =>
    /(?:^|\/)(?:preset-)?classic$/.test(name),
  );
  const plugins = namesAndOptions(memberOf(config, "plugins")).flatMap(({ name, options }) => {
    const kind = /plugin-content-(docs|blog|pages)$|^content-(docs|blog|pages)$/.exec(name);
    const found = kindOf(kind?.[1] ?? kind?.[2]);
    return found === undefined ? [] : [contentPlugin(found, options)];
  });
  const isPlain = presets.length === 0 && plugins.length === 0;
  const options = isPlain ? [undefined] : presets.map((preset) => preset.options);
  const fromPresets = options.flatMap((held) =>
    (["docs", "blog", "pages"] as const).flatMap((kind) => {
      const own = memberOf(held, kind);
      return own === false ? [] : [contentPlugin(kind, own)];
    }),
  );
  return [...fromPresets, ...plugins].slice(0, 50);
}

function kindOf(name: string | undefined): ContentPlugin["kind"] | undefined {
  return name === "docs" || name === "blog" || name === "pages" ? name : undefined;
}

function contentPlugin(kind: ContentPlugin["kind"], written: StaticValue): ContentPlugin {
  const options = unwrapCalls(written);
  const exclude = memberOf(options, "exclude");
  const include = memberOf(options, "include");
  return {
    kind,
    id: textOf(memberOf(options, "id")) ?? "default",
    path: textOf(memberOf(options, "path")) ?? defaults[kind].path,
    routeBasePath: textOf(memberOf(options, "routeBasePath")) ?? defaults[kind].routeBasePath,
    sidebarPath: memberOf(options, "sidebarPath"),
    include: Array.isArray(include) ? textsOf(include) : ["**/*.{md,mdx}"],
    exclude: Array.isArray(exclude) ? textsOf(exclude) : excludedByDefault,
    hasPrefixes: memberOf(options, "numberPrefixParser") !== false,
    options,
  };
}

/** `"name"`, `["name", options]`, or a list of them with gaps. */
function namesAndOptions(value: StaticValue): { name: string; options: StaticValue }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    if (isText(item)) return [{ name: item.value, options: undefined }];
    const [name, options] = listOf(item);
    return isText(name) ? [{ name: name.value, options: recordOf(unwrapCalls(options)) }] : [];
  });
}
