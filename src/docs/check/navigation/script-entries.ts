import {
  type Collection,
  docusaurusCollections,
} from "../../site/docusaurus/docusaurus-collections.ts";
import { docIdOf } from "../../site/docusaurus/docusaurus-paths.ts";
import { listSidebars } from "../../site/docusaurus/docusaurus-sidebars.ts";
import { emptyNavigation } from "../../site/navigation-list.ts";
import { below, cleanAddress, joined } from "../../site/paths.ts";
import { starlightOptions } from "../../site/starlight/starlight.ts";
import { listSidebar } from "../../site/vitepress/vitepress-sidebar.ts";
import { plainAddress } from "../../tree/addresses.ts";
import type { Docs } from "../../tree/read-docs.ts";
import {
  isCall,
  isComputed,
  memberOf,
  recordOf,
  textOf,
  unwrapCalls,
} from "../../values/static-access.ts";
import type { StaticValue } from "../../values/static-value.ts";
import type { NavigationEntry } from "./navigation-entry.ts";
import { sidebarsFile } from "./navigation-file.ts";

/** The pages that the sidebars of a Docusaurus site name by their ids. */
export function docusaurusEntries(docs: Docs): NavigationEntry[] {
  const { config, configPath, folder } = docs.site;
  const { siteFiles } = docs;
  return docusaurusCollections({ config, site: folder, siteFiles }).flatMap((collection) => {
    const file = sidebarsFile(docs, collection);
    const isShown = collection.plugin.kind === "docs" && docs.isFolder(collection.folder);
    if (file === undefined || !isShown) return [];
    const navigation = emptyNavigation();
    // Without a tree there is nothing to list but what the sidebars name themselves.
    listSidebars({ navigation, collection, tree: new Map(), siteFiles, configPath, problems: [] });
    const ids = idsOf(docs, collection);
    return [...navigation.listings.keys()].map((id) => {
      const wanted = joined(collection.folder, id);
      return { ...placeOf(docs, [file], [id]), written: id, exists: ids.has(id), wanted };
    });
  });
}

function idsOf(docs: Docs, { folder, plugin }: Collection): Set<string> {
  const ids = new Set<string>();
  for (const { path, metadata } of docs.pages.values()) {
    const inside = below(folder, path);
    if (inside === undefined) continue;
    ids.add(docIdOf(inside, plugin.hasPrefixes, metadata.id));
    ids.add(docIdOf(inside, plugin.hasPrefixes, undefined));
  }
  return ids;
}

/** The pages that VitePress' sidebars lead to. */
export function vitepressEntries(docs: Docs): NavigationEntry[] {
  const { config, configPath } = docs.site;
  const { siteFiles } = docs;
  const navigation = emptyNavigation();
  const locales = [...(recordOf(memberOf(config, "locales"))?.values() ?? [])].map(unwrapCalls);
  for (const part of [config, ...locales]) {
    const theme = memberOf(part, "themeConfig");
    const sidebar = memberOf(theme, "sidebar");
    if (isComputed(sidebar) || isCall(sidebar)) continue;
    listSidebar({ navigation, sidebar, nav: memberOf(theme, "nav"), problems: [] });
  }
  const files = [
    configPath,
    ...[...siteFiles.keys()].filter((path) => path.includes(".vitepress/")),
  ];
  return [...navigation.listings.keys()].map((key) => addressEntry(docs, files, key));
}

/** The pages that Starlight's sidebar names by their slugs or addresses. */
export function starlightEntries(docs: Docs): NavigationEntry[] {
  const { config, configPath } = docs.site;
  const options = starlightOptions(config);
  const prefixes = ["", ...docs.site.layout.languages];
  const entries = new Map<string, NavigationEntry>();
  const visit = (value: StaticValue) => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    const record = recordOf(value);
    const slug = textOf(value) ?? textOf(record?.get("slug")) ?? textOf(record?.get("link"));
    if (slug !== undefined && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(slug)) {
      const key = plainAddress(cleanAddress(slug.replace(/[?#].*$/, "")));
      const places = prefixes.map((prefix) => joined(prefix, key));
      const entry = addressEntry(docs, [configPath], key);
      entries.set(key, { ...entry, exists: places.some((place) => isAt(docs, place)) });
    }
    if (record !== undefined) visit(record.get("items"));
  };
  visit(memberOf(options, "sidebar"));
  return [...entries.values()];
}

function addressEntry(docs: Docs, files: string[], key: string): NavigationEntry {
  const address = plainAddress(key);
  const place = placeOf(docs, files, [`/${key}`, key, `/${address}`, address]);
  return { ...place, written: `/${address}`, exists: isAt(docs, address), wanted: address };
}

function isAt(docs: Docs, address: string): boolean {
  return docs.pageAt(address) !== undefined || docs.answers.has(address);
}

/** Where one of the spellings stands in quotes; the first line where none does. */
function placeOf(docs: Docs, files: string[], spellings: string[]): { path: string; line: number } {
  for (const path of files) {
    const text = docs.written.get(path) ?? "";
    for (const spelling of spellings.filter((one) => one !== "")) {
      for (const quote of ['"', "'", "`"]) {
        const at = text.indexOf(`${quote}${spelling}`);
        if (at !== -1) return { path, line: text.slice(0, at).split("\n").length };
      }
    }
  }
  return { path: files[0] ?? "", line: 1 };
}
