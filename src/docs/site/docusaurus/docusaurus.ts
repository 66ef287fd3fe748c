import { readStaticConfig } from "../../values/read-static-config.ts";
import {
  isComputed,
  listOf,
  memberOf,
  type StaticValue,
  textOf,
  textsOf,
  unwrapCalls,
} from "../../values/static-value.ts";
import { soleEdition } from "../edition.ts";
import { type JsonDialect, jsonEntries } from "../json-entries.ts";
import { makeSite } from "../make-site.ts";
import { roleOfKey } from "../navigation-entry.ts";
import { type NavigationList, positionOf } from "../navigation-list.ts";
import { below, cleanAddress, folderOf, joined, nameOf, routesIn } from "../paths.ts";
import { reportComputed, reportLeftOut } from "../report-computed.ts";
import { scriptEntries } from "../script-entries.ts";
import type { Generator, Site, SiteInput, SiteProblem } from "../site.ts";
import {
  type Collection,
  type ContentPlugin,
  docusaurusCollections,
  findCollection,
  type Place,
} from "./docusaurus-collections.ts";
import { docAddress, docIdOf, postAddress } from "./docusaurus-paths.ts";
import { readNavigations, sidebarFacts } from "./docusaurus-sidebars.ts";

/** Sidebars list pages by ids. */
const dialect: JsonDialect = {
  roleOf: (_, { isItem, key }) => (isItem ? "id" : roleOfKey(key)),
  isListing: () => true,
};
const companion =
  /^(?:_category_\.(?:json|ya?ml)|(?:[\w-]+_)?versions\.json|[\w.-]{0,100}sidebars?[\w.-]{0,100}\.(?:[cm]?[jt]s|json))$/;

const isConfig = (path: string) => /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/.test(path);
const isCompanion = (path: string) => companion.test(nameOf(path));

export const docusaurus: Generator = {
  name: "docusaurus",
  isConfig,
  isCompanion,
  navigationNames: (path) =>
    isCompanion(path) && /\.(?:json|ya?ml)$/.test(path) ? "all" : undefined,
  readEntries({ path, text }) {
    if (!isConfig(path) && !isCompanion(path)) return undefined;
    const root = folderOf(path);
    if (path.endsWith(".json")) return { root, read: jsonEntries(text, dialect) };
    const isScript = /\.[cm]?[jt]s$/.test(path);
    return { root, read: isScript ? scriptEntries(text, { path, items: "id" }) : { entries: [] } };
  },
  read: readDocusaurus,
};

function readDocusaurus(input: SiteInput): Site {
  const { paths, siteFiles, configPath, folder } = input;
  const problems: SiteProblem[] = [];
  const read = readStaticConfig(siteFiles.get(configPath) ?? "", configPath, siteFiles);
  const config = unwrapCalls(read);
  const message = "The configuration is made by code, so Docusaurus' defaults are used.";
  reportComputed(problems, config, message);
  reportComputed(problems, memberOf(config, "presets"), message);
  const collections = docusaurusCollections({ config, site: folder, siteFiles });
  for (const { plugin } of collections) {
    reportLeftOut(problems, memberOf(plugin.options, "exclude"));
  }
  const places = new Map(paths.map((path) => [path, findCollection(collections, path)]));
  const found = (path: string) => places.get(path) ?? findCollection(collections, path);
  const navigations = readNavigations({ collections, places, siteFiles, configPath, problems });
  const slash = memberOf(config, "trailingSlash");
  const plugins = memberOf(config, "plugins");
  const hasPlugins = isComputed(plugins) || listOf(plugins).length > 0;
  return makeSite(input, {
    generator: "docusaurus",
    label: "Docusaurus",
    layout: {
      roots: collections.map((collection) => collection.folder),
      servedToo: textsOf(memberOf(config, "staticDirectories")),
      base: textOf(memberOf(config, "baseUrl")) ?? "",
      routes: [...new Set(collections.map((collection) => collection.base))],
      languages: textsOf(memberOf(config, "i18n", "locales")),
    },
    links: {
      followsAddresses: true,
      alias: { prefix: "@site/", folder },
      isStrict: problems.length === 0,
      // Plugins make pages of their own, in folders of their own.
      owned: hasPlugins ? "sections" : "all",
    },
    mdx: { comments: true, headingIds: true },
    pageCode: "mdx",
    addressNeeds: "front-matter",
    problems,
    isFoundOtherwise: (path) =>
      collections.some(
        (one) => one.plugin.kind !== "docs" && one.includes(below(one.folder, path) ?? ""),
      ),
    otherAddresses: (all) => [
      ...redirectsOf(plugins),
      ...generatedRoutes(collections, siteFiles, all),
    ],
    ...sidebarFacts({ collections, navigations, siteFiles, configPath }),
    isPage: (path) => found(path) !== undefined,
    edition(path) {
      const place = found(path);
      if (place === undefined) return soleEdition(path);
      const { edition } = place.collection;
      return { ...edition, topic: joined(edition.series, place.inside) };
    },
    place(path, metadata) {
      const place = found(path);
      if (place === undefined) return notPublished(path);
      const { collection, inside } = place;
      const address = addressIn(collection, inside, metadata);
      return {
        address: withSlash(cleanAddress(collection.base, address), slash),
        ...placeIn(navigations.get(collection)?.listings, place, metadata),
        hidden: collection.hidden || metadata.draft === true || metadata.unlisted === true,
      };
    },
  });
}

function redirectsOf(plugins: StaticValue): string[] {
  return listOf(plugins).flatMap((plugin) => {
    const [name, options] = listOf(plugin);
    if (textOf(name)?.includes("client-redirects") !== true) return [];
    const redirects = listOf(memberOf(unwrapCalls(options), "redirects"));
    return redirects.flatMap((redirect) => textsOf(memberOf(redirect, "from")));
  });
}

/** Lists of tags, authors and categories, pages that are components, and what sidebars name as a slug. */
function generatedRoutes(
  collections: Collection[],
  siteFiles: ReadonlyMap<string, string>,
  paths: Iterable<string>,
): string[] {
  const routes = collections.flatMap(({ plugin, base, folder }) => {
    if (plugin.kind === "pages") return routesIn(folder, base, paths);
    const lists =
      plugin.kind === "docs"
        ? ["category/*", "tags", "tags/*"]
        : ["", "tags", "tags/*", "page/*", "archive", "authors", "authors/*"];
    return lists.map((list) => joined(base, list));
  });
  const slugs = [...siteFiles].flatMap(([path, text]) =>
    /sidebars?|_category_/.test(path)
      ? [...text.matchAll(/\bslug["']?\s{0,9}:\s{0,9}["']([^"'\n]{1,300})["']/g)]
      : [],
  );
  const bases = collections.filter(({ plugin }) => plugin.kind === "docs").map(({ base }) => base);
  const named = slugs.flatMap((match) =>
    bases.map((base) => joined(base, (match[1] ?? "").replace(/^\/+/, ""))),
  );
  return ["search", ...routes, ...named];
}

function notPublished(path: string) {
  return {
    address: cleanAddress(path),
    position: undefined,
    section: [],
    title: "",
    hidden: true,
  };
}

function addressIn(
  { plugin }: Collection,
  inside: string,
  metadata: Record<string, unknown>,
): string {
  if (plugin.kind === "blog") return postAddress(inside, metadata.slug);
  if (plugin.kind === "docs") return docAddress(inside, hasPrefixes(plugin, metadata), metadata);
  if (typeof metadata.slug === "string" && metadata.slug !== "") return cleanAddress(metadata.slug);
  return inside.replace(/\.mdx?$/i, "").replace(/(^|\/)index$/, "$1");
}

/** Whether the numbers that names begin with only order them. */
function hasPrefixes(plugin: ContentPlugin, metadata: Record<string, unknown>): boolean {
  return plugin.hasPrefixes && metadata.parse_number_prefixes !== false;
}

function placeIn(
  listings: NavigationList["listings"] | undefined,
  { collection, inside }: Place,
  metadata: Record<string, unknown>,
) {
  const isNumbered = hasPrefixes(collection.plugin, metadata);
  const listing =
    listings?.get(docIdOf(inside, isNumbered, metadata.id)) ??
    listings?.get(docIdOf(inside, isNumbered, undefined));
  const label = metadata.sidebar_label;
  return {
    position: positionOf(listing, metadata.sidebar_position),
    section: listing?.section ?? [],
    title: listing?.title || (typeof label === "string" ? label : ""),
  };
}

/** Without the setting, pages are published as they come: folders with a slash, files without. */
function withSlash(address: string, setting: unknown): string {
  if (address === "" || typeof setting !== "boolean") return address;
  const bare = address.replace(/\/$/, "");
  return setting ? `${bare}/` : bare;
}
