import { posix } from "node:path";
import { isPageFile } from "../../page/page-format.ts";
import { plainAddress } from "../addresses.ts";
import type { Docs } from "../read-docs.ts";
import { resolveLink } from "../resolve-link.ts";
import { firstFile, isBuilt, isFolderAt, kindOf, repositoryAt } from "./paths.ts";
import { elsewhere, type Link, type Target } from "./target.ts";

/** Follows a link that begins with a slash. */
export function fromTop(link: Link): Target {
  const { docs, anchor } = link;
  const inside = withoutBase(docs, link.address);
  const place = plainAddress(inside);
  const page = pageFor(docs, place);
  if (page !== undefined) return { kind: "page", path: page, anchor };
  if (docs.answers.has(place)) return { kind: "there" };
  const served = firstFile(docs, docs.site.layout.served, inside);
  if (served !== undefined && !isPageFile(served)) return { kind: "there" };
  const named = isPageFile(inside) ? firstFile(docs, sources(docs), inside) : undefined;
  if (named !== undefined) return { kind: "page", path: named, anchor };
  const meant = pageMeant(docs, inside);
  const isElsewhere = docs.site.links.isStrict && docs.pages.get(meant ?? "")?.isPublished;
  if (meant !== undefined && !isElsewhere) return { kind: "page", path: meant, anchor };
  const missing: Target = { kind: "missing", what: kindOf(inside), place: `/${place}` };
  if (meant !== undefined) return { ...missing, meant };
  if (isUnknown(link, place)) return elsewhere;
  const isFolder = docs.site.layout.roots.some((root) => isFolderAt(docs, root, place));
  return isFolder ? { kind: "there" } : missing;
}

/** Translations show the original where they lack a page, and sites may be published below `docs/`. */
function pageFor(docs: Docs, place: string): string | undefined {
  const page = docs.pageAt(place);
  if (page !== undefined) return page;
  const first = place.split("/", 1)[0] ?? "";
  const rest = place.slice(first.length + 1);
  const isSubFolder = first === "docs" && !docs.site.links.isStrict;
  if (isSubFolder || docs.site.layout.languages.includes(first)) return docs.pageAt(rest);
  return undefined;
}

/** Folders from which the path of a file may be written. */
function sources({ site }: Docs): string[] {
  return [...site.layout.roots, site.folder];
}

/** The page that an address would lead to if addresses were paths, or if it named the route as well. */
function pageMeant(docs: Docs, inside: string): string | undefined {
  for (const route of docs.site.layout.routes) {
    const page = docs.pageAt(plainAddress(posix.join(route, inside)));
    if (page !== undefined) return page;
  }
  const written = `/${encodeURI(inside.toWellFormed())}`;
  for (const root of docs.site.layout.roots) {
    const destination = resolveLink(repositoryAt(docs, root), "", written);
    if (destination.kind === "page") return destination.path;
  }
  return undefined;
}

/** Addresses that start at the top of a domain may belong to something else there. */
function isUnknown({ docs, from, address }: Link, place: string): boolean {
  const { isPlain, links, layout } = docs.site;
  if (isBuilt(address) || place.startsWith("__")) return true;
  if (isPlain) return docs.isOfOtherTool;
  if (docs.pages.get(from)?.isPublished !== true) return true;
  if (links.owned === "sections") return !docs.sections.has(place.split("/", 1)[0] ?? "");
  if (links.owned === "all") return false;
  const folder = posix.dirname(place);
  return folder === "." || !layout.roots.some((root) => isFolderAt(docs, root, folder));
}

function withoutBase({ site: { layout } }: Docs, address: string): string {
  const inside = address.replace(/^\/+/, "");
  if (layout.base === "" || !`${inside}/`.startsWith(`${layout.base}/`)) return inside;
  return inside.slice(layout.base.length).replace(/^\/+/, "");
}
