import { posix } from "node:path";
import { refParameter } from "../../contract/refs.ts";
import { decodedPart } from "../page/link-parts.ts";
import { isPageFile } from "../page/page-format.ts";
import { folderOf } from "../site/paths.ts";
import { filesAt, plainAddress, splitLink } from "../tree/address.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import { isShownFile, isShownImage } from "./file-types.ts";
import type { PageAddresses } from "./page-addresses.ts";

/** The docs that a page is one of: their model, and under which path each file of them is shown. */
export type ShownDocs = {
  tree: DocsTree;
  /** Path of the page by the file it was made of. */
  pageOfFile: ReadonlyMap<string, string>;
  /** Paths of all pages. */
  pages: ReadonlySet<string>;
};

export type ShownPlace = {
  /** The address below which the project's pages are shown. */
  root: string;
  /** Path of the page, and the file it was made of. */
  path: string;
  file: string;
  /** The branch or commit that is shown. */
  ref: string | undefined;
  /** Where the docs are published besides; "" for nowhere. */
  siteUrl: string;
};

/** Where links lead by the docs' own model. `files` are the files that the page has named so far. */
export function treeAddresses(
  docs: ShownDocs,
  place: ShownPlace,
): PageAddresses & { files: Set<string> } {
  const files = new Set<string>();
  const fileAddress = (path: string) => {
    files.add(path);
    const query = `?page=${encodeURIComponent(place.path)}${refPart("&", place.ref)}`;
    return `${place.root}/-/file/${encodedPath(path)}${query}`;
  };
  return {
    files,
    link(written) {
      if (written.startsWith("#")) return { href: written, isOutside: false };
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written)) return { href: written, isOutside: true };
      return localLink({ docs, place, fileAddress }, written);
    },
    image(written) {
      const path = namedPath(docs, place, written);
      return path !== undefined && isShownImage(path) && docs.tree.isFile(path)
        ? { src: fileAddress(path) }
        : undefined;
    },
  };
}

type Context = { docs: ShownDocs; place: ShownPlace; fileAddress(path: string): string };

function localLink({ docs, place, fileAddress }: Context, written: string): Link | undefined {
  const parts = splitLink(written);
  if (parts === undefined) return undefined;
  const { anchor } = parts;
  const made = madePage(docs, place, parts.address);
  if (made !== undefined) return pageLink(place, made, anchor);
  const target = resolveLink(docs.tree, place.file, written);
  const named =
    target.kind === "missing" ? target.meant : target.kind === "file" ? target : undefined;
  const page = named && docs.pageOfFile.get(named.path);
  if (page !== undefined) return pageLink(place, page, anchor);
  if (named !== undefined)
    return isShownFile(named.path) && docs.tree.isFile(named.path)
      ? { href: fileAddress(named.path), isOutside: false }
      : undefined;
  if (target.kind === "elsewhere" && written.startsWith("/") && place.siteUrl !== "")
    return { href: URL.parse(written, place.siteUrl)?.href ?? place.siteUrl, isOutside: true };
  const address = written.startsWith("/")
    ? parts.address
    : posix.join("/", folderOf(place.path), parts.address);
  return pageLink(place, plainAddress(address), anchor);
}

type Link = { href: string; isOutside: boolean };

function pageLink({ root, ref }: ShownPlace, path: string, anchor: string | undefined): Link {
  const address = plainAddress(path);
  const hash = anchor === undefined || anchor === "" ? "" : `#${encodeURIComponent(anchor)}`;
  const place = address === "" ? root : `${root}/${encodedPath(address)}`;
  return { href: `${place}${refPart("?", ref)}${hash}`, isOutside: false };
}

const otherEndings = [".rst", ".adoc", ".ipynb", ".txt"];

/** Pages that are made of other formats name each other by their paths. */
function madePage(
  docs: ShownDocs,
  { path, file }: ShownPlace,
  address: string,
): string | undefined {
  if (address === "" || address.startsWith("/")) return undefined;
  const inFiles = posix.join(folderOf(file), address);
  const known = docs.pageOfFile.get(inFiles);
  if (known !== undefined) return known;
  if (isPageFile(file)) return undefined;
  const place = posix.join(folderOf(path), address);
  const candidates = [
    place,
    ...filesAt(place),
    ...otherEndings.map((ending) => place.replace(/\.html$/, "") + ending),
  ];
  return candidates.find((candidate) => docs.pages.has(candidate));
}

function namedPath({ tree }: ShownDocs, { file }: ShownPlace, written: string): string | undefined {
  const target = resolveLink(tree, file, written);
  if (target.kind === "file") return target.path;
  const near = posix.join(folderOf(file), decodedPart(written.split(/[?#]/, 1)[0] ?? ""));
  return tree.isFile(near) ? near : undefined;
}

function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function refPart(mark: "?" | "&", ref: string | undefined): string {
  return ref === undefined ? "" : `${mark}${refParameter}=${encodeURIComponent(ref)}`;
}
