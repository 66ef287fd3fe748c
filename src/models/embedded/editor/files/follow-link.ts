import { posix } from "node:path";
import { decodedPart, leadsElsewhere } from "../../../../docs/page/link-parts.ts";

export type Site = {
  /** Folder of the pages in the repository, without a closing slash; "" for the top. */
  root: string;
  /** Whether the repository has this file, or a folder of this name. */
  has(path: string): boolean;
};

/** Where a link leads. Paths are those of the repository; `outside` is everything that is not a page of it. */
export type Destination =
  | { kind: "outside" }
  | { kind: "page"; path: string; anchor: string }
  | { kind: "missing"; path: string; anchor: string };

const otherFile = /\.(?!mdx?$|html?$)[a-z][a-z0-9]{0,9}$/i;

/** Follows a link of the page `from`. Links that may be right on some kind of site are never called missing. */
export function resolveLink(site: Site, from: string, target: string): Destination {
  if (target === "" || leadsElsewhere(target)) return { kind: "outside" };
  const hash = target.indexOf("#");
  const address = decodedPart(
    (hash === -1 ? target : target.slice(0, hash)).split("?", 1)[0] ?? "",
  );
  const anchor = hash === -1 ? "" : decodedPart(target.slice(hash + 1));
  if (address === "") {
    return hash === -1 ? { kind: "outside" } : { kind: "page", path: from, anchor };
  }
  if (otherFile.test(address)) return { kind: "outside" };
  const places = placesOf(site, from, address);
  for (const place of places) {
    const path = pageFiles(place).find((file) => site.has(file));
    if (path !== undefined) return { kind: "page", path, anchor };
  }
  const isFolder = places.some((place) => place === "" || site.has(place));
  return isFolder ? { kind: "outside" } : { kind: "missing", path: places[0] ?? "", anchor };
}

/** The path of a page without its ending, a folder standing for its index: as addresses name it. */
export function pageAddress(path: string): string {
  return path.replace(/\.mdx?$/i, "").replace(/(^|\/)(?:index|readme)$/i, "");
}

/** Repository paths that the address may mean, likeliest first, without endings. */
function placesOf(site: Site, from: string, address: string): string[] {
  const folder = posix.dirname(from);
  const joined = address.startsWith("/")
    ? [posix.join(site.root, address), posix.join(".", address)]
    : [posix.join(folder, address), posix.join(pageAddress(from), address)];
  const places = joined
    .map((place) => place.replace(/\/+$/, "").replace(/^\.$/, ""))
    .filter((place) => place !== ".." && !place.startsWith("../"))
    .map((place) => place.replace(/^\/+/, ""));
  return [...new Set(places)];
}

function pageFiles(place: string): string[] {
  if (/\.mdx?$/i.test(place)) return [place];
  const bare = place.replace(/\.html?$/i, "");
  const inside = bare === "" ? "" : `${bare}/`;
  const names = ["index", "README", "readme"].map((name) => inside + name);
  return [...(bare === "" ? [] : [bare]), ...names].flatMap((name) => [
    `${name}.mdx`,
    `${name}.md`,
  ]);
}
