import type { PageAnchors } from "../../../../docs/page/anchors.ts";
import { readFrontMatter } from "../../../../docs/page/front-matter.ts";
import { readPage } from "../../../../docs/page/page.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { memberOf, readJsonText } from "../../../../docs/values/json-text.ts";
import { type DocsTree, folderOf, joined } from "./docs-tree.ts";
import type { Site } from "./follow-link.ts";

/** What links can lead to. */
export type LinkMap = {
  site: Site;
  tree: DocsTree;
  /** Addresses that work without a page of that name: redirects, and pages that name their own address. */
  addresses: Set<string>;
  /** The anchors of a page; undefined when it could not be read. */
  anchors(path: string): PageAnchors | undefined;
};

export function linkMap(tree: DocsTree, texts: Map<string, string>): LinkMap {
  const known = new Map<string, PageAnchors>();
  return {
    site: tree,
    tree,
    addresses: ownAddresses(tree, texts),
    anchors: (path) => {
      const text = texts.get(path);
      if (text === undefined) return undefined;
      const anchors = known.get(path) ?? readPage(text, formatOf(path)).anchors;
      known.set(path, anchors);
      return anchors;
    },
  };
}

/** Repository paths, without endings, that the site answers although no file has that name. */
function ownAddresses(tree: DocsTree, texts: Map<string, string>): Set<string> {
  const addresses = new Set<string>();
  const add = (address: unknown, folder: string) => {
    if (typeof address !== "string" || address === "") return;
    const base = address.startsWith("/") ? tree.root : folder;
    addresses.add(joined(base, address.replace(/^\/+|\/+$/g, "")));
  };
  for (const [path, text] of texts) {
    if (path === tree.navigation?.path) {
      for (const source of redirectSources(text)) add(source, tree.root);
      continue;
    }
    if (!/^\uFEFF?---/.test(text)) continue;
    const { metadata } = readFrontMatter(text);
    for (const key of ["slug", "permalink", "url", "id"]) add(metadata[key], folderOf(path));
  }
  return addresses;
}

function redirectSources(text: string): string[] {
  const redirects = memberOf(readJsonText(text), "redirects");
  if (redirects?.kind !== "array") return [];
  return redirects.items.flatMap((item) => {
    const source = memberOf(item, "source");
    return source?.kind === "string" ? [source.value] : [];
  });
}
