import { memberOf, unwrapCalls } from "../../values/static-access.ts";
import { readStaticConfig } from "../../values/static-value.ts";
import { folderTree } from "../folder-order.ts";
import { type Listing, type NavigationList, positionIn } from "../navigation-list.ts";
import { below, cleanAddress, folderOf } from "../paths.ts";
import { reportComputed } from "../problems.ts";
import type { Site, SiteInput, SiteProblem } from "../site.ts";
import { type Collection, docusaurusCollections } from "./docusaurus-collections.ts";
import { docAddress, docIdOf, postAddress } from "./docusaurus-paths.ts";
import { listSidebars } from "./docusaurus-sidebars.ts";

export function readDocusaurus({ paths, siteFiles, configPath }: SiteInput): Site {
  const problems: SiteProblem[] = [];
  const read = readStaticConfig(siteFiles.get(configPath) ?? "", configPath, siteFiles);
  const config = unwrapCalls(read);
  const message = "The configuration is made by code, so Docusaurus' defaults are used.";
  reportComputed(problems, config, message);
  reportComputed(problems, memberOf(config, "presets"), message);
  const collections = docusaurusCollections({ config, site: folderOf(configPath), siteFiles });
  const places = new Map(paths.map((path) => [path, findCollection(collections, path)]));
  const found = (path: string) => places.get(path) ?? findCollection(collections, path);
  const pagesOf = Map.groupBy(paths, (path) => places.get(path)?.collection);
  const listings = new Map<Collection, NavigationList["listings"]>();
  let next = 0;
  for (const collection of collections) {
    const pages = pagesOf.get(collection);
    if (collection.plugin.kind !== "docs" || pages === undefined) continue;
    const navigation: NavigationList = { next, listings: new Map() };
    const tree = folderTree(pages);
    listSidebars({ navigation, collection, tree, siteFiles, configPath, problems });
    listings.set(collection, navigation.listings);
    next = navigation.next;
  }
  const slash = memberOf(config, "trailingSlash");
  return {
    generator: "docusaurus",
    slugStyle: "github",
    problems,
    isPage: (path) => found(path) !== undefined,
    place(path, metadata) {
      const place = found(path);
      if (place === undefined) return notPublished(path);
      const { collection, inside } = place;
      const address = addressIn(collection, inside, metadata);
      return {
        address: withSlash(cleanAddress(collection.base, address), slash),
        ...placeIn(listings.get(collection), place, metadata),
        hidden: collection.hidden || metadata.draft === true || metadata.unlisted === true,
      };
    },
  };
}

type Place = { collection: Collection; inside: string };

function findCollection(collections: Collection[], path: string): Place | undefined {
  for (const collection of collections) {
    const inside = below(collection.folder, path);
    if (inside !== undefined && collection.includes(inside)) return { collection, inside };
  }
  return undefined;
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
  if (plugin.kind === "docs") return docAddress(inside, plugin.hasPrefixes, metadata);
  return inside.replace(/\.mdx?$/i, "").replace(/(^|\/)index$/, "$1");
}

function placeIn(
  listings: NavigationList["listings"] | undefined,
  { collection, inside }: Place,
  metadata: Record<string, unknown>,
) {
  const { hasPrefixes } = collection.plugin;
  const listing =
    listings?.get(docIdOf(inside, hasPrefixes, metadata.id)) ??
    listings?.get(docIdOf(inside, hasPrefixes, undefined));
  const label = metadata.sidebar_label;
  return {
    position: listing === undefined ? undefined : positionOf(listing, metadata),
    section: listing?.section ?? [],
    title: listing?.title || (typeof label === "string" ? label : ""),
  };
}

function positionOf(listing: Listing, metadata: Record<string, unknown>): number {
  const order = metadata.sidebar_position;
  if (listing.zone === undefined || typeof order !== "number" || !Number.isFinite(order)) {
    return listing.position;
  }
  return positionIn(listing.zone, order);
}

/** Without the setting, pages are published as they come: folders with a slash, files without. */
function withSlash(address: string, setting: unknown): string {
  if (address === "" || typeof setting !== "boolean") return address;
  const bare = address.replace(/\/$/, "");
  return setting ? `${bare}/` : bare;
}
