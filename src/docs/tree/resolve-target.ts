import { splitLink } from "./addresses.ts";
import { fromPage } from "./links/from-page.ts";
import { fromTop } from "./links/from-top.ts";
import { fileAt, joinPath, kindOf } from "./links/paths.ts";
import { elsewhere, type Target } from "./links/target.ts";
import type { Docs } from "./read-docs.ts";

/** Follows a link of a page, as the site's generator would. */
export function resolveTarget(docs: Docs, from: string, written: string): Target {
  const link = splitLink(written);
  if (link === undefined) return elsewhere;
  const { address, anchor = "" } = link;
  if (address === "") {
    return link.anchor === undefined ? elsewhere : { kind: "page", path: from, anchor };
  }
  const { alias } = docs.site.links;
  if (alias !== undefined && address.startsWith(alias.prefix)) {
    return inFolder(docs, alias.folder, address.slice(alias.prefix.length), anchor);
  }
  if (/^[@~]/.test(address)) return elsewhere;
  const known = { docs, from, written, address, anchor };
  return address.startsWith("/") ? fromTop(known) : fromPage(known);
}

function inFolder(docs: Docs, folder: string, inside: string, anchor: string): Target {
  const path = joinPath(folder, inside);
  if (path !== undefined && docs.isFile(path)) return fileAt(path, anchor);
  return { kind: "missing", what: kindOf(inside), place: path ?? inside };
}
