import { posix } from "node:path";
import { isPageFile } from "../page/page-format.ts";
import { isSameRelease } from "../site/edition.ts";
import { below, folderOf, isBelow, nameOf } from "../site/paths.ts";
import { filesAt, plainAddress, splitLink } from "./address.ts";
import type { DocsTree } from "./docs-tree.ts";

/**
 * How a link names its file. Relative: to the page's folder, to the page as if it were a folder, or to its address.
 * From the top: of the site's addresses, of the docs folder, of the repository, of a folder that is served as it is, or
 * of the folder that the site's alias stands for.
 */
export type LinkForm =
  | "folder"
  | "page"
  | "near-address"
  | "address"
  | "root"
  | "top"
  | "served"
  | "alias";

/** A file that a link names. `base`: the folder or address at which its path begins. */
export type NamedFile = {
  path: string;
  /** undefined where the link works in a way in which none is written anew. */
  form: LinkForm | undefined;
  base: string;
};

/** Where a link of a page leads. */
export type Target =
  /** Out of the docs, or to something that only building the site would tell. */
  | { kind: "elsewhere" }
  /** To a folder or an address that is there without a file. */
  | { kind: "there" }
  | ({ kind: "file"; anchor: string } & NamedFile)
  /** `place` is the same for all spellings of a link; `meant` is a file that has another address. */
  | { kind: "missing"; what: "page" | "file"; place: string; anchor: string; meant?: NamedFile };

/** A link in its parts: `address` is decoded, without anchor and query. */
type Link = {
  tree: DocsTree;
  from: string;
  address: string;
  anchor: string;
  /** A program reads it, which may leave out endings of its own. */
  isImport: boolean;
};

const elsewhere: Target = { kind: "elsewhere" };

/** Follows a link of the page `from`, as the site would. Only what surely leads nowhere is called missing. */
export function resolveLink(
  tree: DocsTree,
  from: string,
  written: string,
  { isImport = false } = {},
): Target {
  const parts = splitLink(written);
  if (parts === undefined) return elsewhere;
  const { address, anchor = "" } = parts;
  const link = { tree, from, address, anchor, isImport };
  if (address === "") {
    const isKnown = parts.anchor !== undefined && !isPartial(tree, from);
    return isKnown ? found(link, loose(from)) : elsewhere;
  }
  const { alias } = tree.site.links;
  if (alias !== undefined && address.startsWith(alias.prefix)) return fromAlias(link, alias.prefix);
  if (/^[@~]/.test(address)) return elsewhere;
  return address.startsWith("/") ? fromTop(link) : fromPage(link);
}

/** The file a link means, where it can be written anew; undefined for links that lead elsewhere or nowhere. */
export function namedFile(...link: Parameters<typeof resolveLink>): WrittenFile | undefined {
  const target = resolveLink(...link);
  const named = target.kind === "missing" ? target.meant : target;
  if (named === undefined || !("form" in named) || named.form === undefined) return undefined;
  const { path, form, base } = named;
  return { path, form, base };
}

export type WrittenFile = NamedFile & { form: LinkForm };

/** Where the paths of a form begin: folders of the repository, or addresses. */
export function basesOf(tree: DocsTree, from: string, form: LinkForm): string[] {
  if (form === "folder") return [folderOf(from)];
  if (form === "page") return [plainAddress(from)];
  if (form === "root") return [tree.docsFolder];
  if (form === "served") return tree.site.layout.served.filter(tree.isFolder);
  if (form === "alias") return [tree.site.links.alias?.folder ?? ""];
  if (form !== "near-address") return [""];
  const address = tree.addressOf(from);
  if (address === undefined) return [];
  return [address.endsWith("/") ? address.slice(0, -1) : folderOf(address)];
}

function fromAlias(link: Link, prefix: string): Target {
  const { tree, address, isImport } = link;
  const inside = address.slice(prefix.length);
  const named = lookUp({ ...link, address: inside }, ["alias"]);
  if (named !== undefined && (isImport || tree.isFile(pathAt(named.base, inside) ?? ""))) {
    return found(link, named);
  }
  const place = pathAt(tree.site.links.alias?.folder ?? "", inside) ?? inside;
  return missing({ ...link, address: inside }, place, named);
}

/** Follows a link that begins with a slash. */
function fromTop(link: Link): Target {
  const { tree, address } = link;
  const page = isPageFile(address) ? undefined : lookUp(link, ["address"]);
  if (page !== undefined) return found(link, page);
  const inside = withoutBase(tree, address);
  const place = plainAddress(inside);
  const other = otherPage(tree, place);
  const file = lookUp(link, ["root", "top", "served"]);
  const isWhole = file !== undefined && nameOf(file.path) === nameOf(address);
  if (isWhole && mayBeNamed(link, file.path)) return found(link, file);
  if (tree.answers.has(place)) return other === undefined ? { kind: "there" } : found(link, other);
  if (file !== undefined && mayBeNamed(link, file.path)) return found(link, file);
  if (other !== undefined) return found(link, other);
  const bare = lookUp({ ...link, address: `/${inside}` }, ["served"]);
  const meant = file ?? pageOfRoute(tree, inside) ?? (bare && loose(bare.path));
  if (meant !== undefined) {
    return mayBeNamed(link, meant.path) ? found(link, meant) : missing(link, `/${place}`, meant);
  }
  if (isUnknown(link, place)) return elsewhere;
  const isFolder = tree.site.layout.roots.some((root) => isFolderAt(tree, root, place));
  return isFolder ? { kind: "there" } : missing(link, `/${place}`);
}

/** Where addresses do not follow from paths, a path leads to its page only when it is written out. */
function mayBeNamed({ tree, address }: Link, path: string): boolean {
  const { links, layout, folder } = tree.site;
  if (!links.isStrict || tree.page(path)?.isPublished !== true) return true;
  return [...layout.roots, folder].some((root) => pathAt(root, address) === path);
}

/** Translations show the original where they lack a page, and sites may be published below `docs/`. */
function otherPage(tree: DocsTree, place: string): NamedFile | undefined {
  const page = tree.pageAt(place);
  if (page !== undefined) return loose(page);
  const { links, layout } = tree.site;
  const first = place.split("/", 1)[0] ?? "";
  const isShown = (first === "docs" && !links.isStrict) || layout.languages.includes(first);
  const original = isShown ? tree.pageAt(place.slice(first.length + 1)) : undefined;
  return original === undefined ? undefined : loose(original);
}

/** The page that an address leads to when the route is put before it. */
function pageOfRoute(tree: DocsTree, inside: string): NamedFile | undefined {
  for (const route of tree.site.layout.routes) {
    const page = tree.pageAt(posix.join(route, inside));
    if (page !== undefined) return loose(page);
  }
  return undefined;
}

/** Addresses that start at the top of a domain may belong to something else there. */
function isUnknown({ tree, from, address }: Link, place: string): boolean {
  const { isPlain, links, layout } = tree.site;
  if (isBuilt(address) || place.startsWith("__")) return true;
  if (tree.isOfOtherTool) return true;
  if (isPlain && links.owned === "all") return false;
  if (tree.page(from)?.isPublished !== true) return true;
  if (links.owned === "sections") return !tree.sections.has(place.split("/", 1)[0] ?? "");
  if (links.owned === "all") return false;
  const folder = posix.dirname(place);
  return folder === "." || !layout.roots.some((root) => isFolderAt(tree, root, folder));
}

function withoutBase({ site: { layout } }: DocsTree, address: string): string {
  const inside = address.replace(/^\/+/, "");
  return below(layout.base, `${inside}/`)?.replace(/^\/+|\/$/g, "") ?? inside;
}

/** Pages of a forge about a repository, which links from its files reach by going up. */
const forgePage =
  /(?:^|\/)(?:issues|pulls?|discussions|wiki|releases|actions|security|projects|compare|blob|tree|labels|milestones)(?:\/|$)/;

/** Follows a link that starts from the page it stands on. */
function fromPage(link: Link): Target {
  const { tree, from, address } = link;
  const { site } = tree;
  const isFile = isPageFile(address);
  const forms: LinkForm[] = site.links.followsAddresses
    ? ["near-address", "folder", "page"]
    : ["folder", "page", "near-address"];
  // What a site is built from names files from the folder of the page, never from the page.
  const isExact = isFile && !site.isPlain && tree.page(from)?.isPublished === true;
  const ofFile: LinkForm[] = isExact ? ["folder"] : ["folder", "page"];
  const named = lookUp(link, isFile ? ofFile : forms) ?? looseFile(link, isExact);
  if (named !== undefined) return found(link, named);
  const path = pathAt(folderOf(from), address);
  if (path === undefined) return forgePage.test(address) ? elsewhere : missing(link, address);
  const isAnswered = addressesFrom(link).some((place) => tree.answers.has(place));
  const isOriginal = site.hasOriginal(path) || hasOriginalFile(link, path);
  if (tree.isFolder(path) || isAnswered || isOriginal) return { kind: "there" };
  const isName = kindOf(address) === "page" && !isFile;
  // What is published beside such a site is reached by going up.
  const isBeside =
    site.links.owned !== "all" && !site.layout.roots.some((root) => isBelow(root, path));
  if (isPartial(tree, from) || (isName && (tree.isOfOtherTool || isBeside))) return elsewhere;
  if (filledIn.test(address)) return elsewhere;
  return missing(link, plainAddress(path), isExact ? lookUp(link, ["page"]) : undefined);
}

/** `ENGLISH_VERSION_URL` in a text that a program fills in. */
const filledIn = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;

/** A translation shows the images of the original where it has none of its own. */
function hasOriginalFile({ tree, from, address }: Link, path: string): boolean {
  const { roots } = tree.site.layout;
  if (kindOf(address) !== "file" || !tree.site.edition(from).isTranslation) return false;
  const inside = roots.flatMap((root) => below(root, path) ?? [])[0];
  return inside !== undefined && roots.some((root) => tree.isFile(pathAt(root, inside) ?? ""));
}

/** A partial is shown by other pages: its links start from there, and so do the anchors it names. */
function isPartial({ site, page }: DocsTree, path: string): boolean {
  const isInside = site.layout.roots.some((root) => isBelow(root, path));
  return isInside && page(path)?.isPublished === false && !site.isPlain;
}

/** A page by its address, whether the page the link stands on counts as a folder or not, or a file below a root. */
function looseFile(link: Link, isExact: boolean): NamedFile | undefined {
  const { tree, address } = link;
  const places = isExact ? [] : addressesFrom(link);
  const page = places.flatMap((place) => tree.pageAt(place) ?? [])[0];
  if (page !== undefined) return loose(page);
  const paths = tree.site.layout.roots.map((root) => pathAt(root, address) ?? "");
  const file = paths.find(
    (path) =>
      tree.isFile(path) && isSameRelease(tree.site.edition(link.from), tree.site.edition(path)),
  );
  return file === undefined ? undefined : loose(file);
}

function addressesFrom({ tree, from, address }: Link): string[] {
  const own = tree.page(from);
  if (!own?.isPublished) return [];
  const bases = [posix.dirname(own.address), own.address];
  return bases.map((base) => plainAddress(pathAt(base, address) ?? address));
}

function lookUp(link: Link, forms: LinkForm[]): WrittenFile | undefined {
  const { tree, from, address } = link;
  for (const form of forms) {
    for (const base of basesOf(tree, from, form)) {
      const place = pathAt(base, address);
      if (place === undefined) continue;
      const isAddress = form === "address" || form === "near-address";
      const path = isAddress ? tree.pageAt(place) : fileAt(link, place);
      if (path !== undefined) return { path, form, base };
    }
  }
  return undefined;
}

const importEndings = [".js", ".jsx", ".ts", ".tsx", ".mdx", ".md", ".json"];

function fileAt({ tree, isImport }: Link, place: string): string | undefined {
  if (tree.isFile(place)) return place;
  if (isPageFile(place)) return undefined;
  const page = filesAt(place).find(tree.isFile);
  if (page !== undefined || !isImport) return page;
  // What is compiled is named as what becomes of it.
  const source = place.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  if (tree.isFile(source)) return source;
  const modules = importEndings.flatMap((ending) => [place + ending, `${place}/index${ending}`]);
  return modules.find(tree.isFile);
}

/** Joins a folder and a path in it; undefined when that leads out. */
function pathAt(folder: string, path: string): string | undefined {
  const whole = posix.join(folder === "" ? "." : folder, `./${path}`).replace(/(?<!\/)\/+$/, "");
  if (whole === ".." || whole.startsWith("../")) return undefined;
  return whole === "." ? "" : whole;
}

function isFolderAt(tree: DocsTree, root: string, place: string): boolean {
  const path = pathAt(root, place);
  return path !== undefined && tree.isFolder(path);
}

function loose(path: string): NamedFile {
  return { path, form: undefined, base: "" };
}

function found({ anchor }: Link, named: NamedFile): Target {
  return { kind: "file", anchor, ...named };
}

const assetEnding =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|pdf|mp[34]|webm|mov|wav|ogg|zip|t?gz|tar|csv|docx?|xlsx?|pptx?|[jt]sx|ts|py|go|rs|sh|toml|ipynb)$/i;
const builtEnding = /\.(?:xml|txt|rss|atom|json|ya?ml|webmanifest|m?js|css)$/i;

/** Whether an address may be that of a file that sites make when they are built: `llms.txt`, feeds, maps of the site. */
export function isBuilt(address: string): boolean {
  return builtEnding.test(address);
}

function kindOf(address: string): "page" | "file" {
  return assetEnding.test(address) || builtEnding.test(address) ? "file" : "page";
}

function missing({ address, anchor }: Link, place: string, meant?: NamedFile): Target {
  const target = { kind: "missing", what: kindOf(address), place, anchor } as const;
  return meant === undefined ? target : { ...target, meant };
}
