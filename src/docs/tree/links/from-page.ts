import { posix } from "node:path";
import { isPageFile } from "../../page/page-format.ts";
import { plainAddress } from "../addresses.ts";
import { isBelow } from "../docs-files.ts";
import { pageAddress, resolveLink } from "../resolve-link.ts";
import { fileAt, firstFile, joinPath, kindOf, repositoryAt } from "./paths.ts";
import { elsewhere, type Link, type Target } from "./target.ts";

/** Pages of a forge about a repository, which links from its files reach by going up. */
const forgePage =
  /(?:^|\/)(?:issues|pulls?|discussions|wiki|releases|actions|security|projects|compare|blob|tree|labels|milestones)(?:\/|$)/;

/** Follows a link that starts from the page it stands on. */
export function fromPage(link: Link): Target {
  const { docs, from, written, address, anchor } = link;
  const folder = posix.dirname(from);
  const path = joinPath(folder, address);
  if (path === undefined && forgePage.test(address)) return elsewhere;
  if (path === undefined) return { kind: "missing", what: kindOf(address), place: address };
  if (docs.isFile(path)) return fileAt(path, anchor);
  const own = docs.pages.get(from);
  const bases = own?.isPublished ? [posix.dirname(own.address), own.address] : [];
  const places = bases.map((base) => plainAddress(joinPath(base, address) ?? address));
  for (const place of places) {
    const page = docs.pageAt(place);
    if (page !== undefined) return { kind: "page", path: page, anchor };
  }
  const destination = resolveLink(repositoryAt(docs, docs.docsFolder), from, written);
  if (destination.kind === "page") return destination;
  const folders = [pageAddress(from), ...docs.site.layout.roots];
  const file = firstFile(docs, folders, address);
  if (file !== undefined) return fileAt(file, anchor);
  if (docs.isFolder(path) || places.some((place) => docs.answers.has(place)))
    return { kind: "there" };
  // A partial is shown by other pages, and its links start from there.
  const isInside = docs.site.layout.roots.some((root) => isBelow(root, from));
  const isPartial = isInside && own?.isPublished === false && !docs.site.isPlain;
  const isName = kindOf(address) === "page" && !isPageFile(address);
  if (isPartial || (docs.isOfOtherTool && isName)) return elsewhere;
  return { kind: "missing", what: kindOf(address), place: plainAddress(path) };
}
