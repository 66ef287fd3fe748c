import { posix } from "node:path";
import type { NavigationEntry } from "../site/navigation-entry.ts";
import { below, joined } from "../site/paths.ts";
import { plainAddress } from "../tree/address.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { linkOf, linkValue } from "./entry-links.ts";
import type { Relocation } from "./relocation.ts";

/** A navigation file: where it stands, and the folder below which it names pages by their path, before and after. */
export type NavigationPlace = { path: string; root: string; newRoot: string };

/** Understands which of the files that move or go an entry names, and how it would name another. */
export type EntryNames = {
  fileOf(entry: NavigationEntry, place: NavigationPlace): string | undefined;
  /** The folder it names, whether it moves or not. */
  folderOf(entry: NavigationEntry, place: NavigationPlace): string | undefined;
  /** The text that names `to` in place of `from`; undefined when the entry cannot name it. */
  valueFor(entry: NavigationEntry, place: NavigationPlace, change: Change): string | undefined;
};

type Change = { from: string; to: string };

const versionPrefix = /^version-[^/]{1,100}\//;

export function entryNames(relocation: Relocation): EntryNames {
  const { before, after, moves } = relocation;
  const pathOf = pathsById(before, [...moves.keys()]);
  return {
    fileOf(entry, place) {
      if (entry.role === "page") return pageOf(before, entry, place);
      if (entry.role === "id") return pathOf(entry.value.replace(versionPrefix, ""), place.path);
      if (entry.role === "slug") return slugged(before, moves.keys(), entry.value);
      return entry.role === "link" ? linkOf(before, entry)?.path : undefined;
    },
    folderOf({ value }, { root }) {
      const name = plainAddress(value);
      const tops = [root, ...before.site.layout.roots, before.docsFolder];
      const folders = tops.map((top) => joined(top, name));
      return name === "" ? undefined : folders.find((folder) => before.isFolder(folder));
    },
    valueFor(entry, place, change) {
      const { value, role } = entry;
      if (role === "page") return pageValue(value, place, change);
      if (role === "id") {
        const id = idOf(after, change.to, place.path);
        return id === undefined ? undefined : (versionPrefix.exec(value)?.[0] ?? "") + id;
      }
      if (role === "slug") return slugValue(relocation, value, change);
      return role === "link" ? linkValue(relocation, entry, change.to) : undefined;
    },
  };
}

/** Ids are worked out once for each file of sidebars. */
function pathsById(map: DocsTree, paths: string[]) {
  const known = new Map<string, Map<string, string>>();
  return (id: string, sidebars: string): string | undefined => {
    const held = known.get(sidebars) ?? new Map<string, string>();
    if (!known.has(sidebars)) {
      known.set(sidebars, held);
      for (const path of paths) held.set(idOf(map, path, sidebars) ?? "", path);
      held.delete("");
    }
    return held.get(id);
  };
}

function idOf({ site, metadata }: DocsTree, path: string, file: string) {
  return site.entryId(path, metadata.get(path) ?? {}, file);
}

function pageOf(
  { paths }: DocsTree,
  { value }: NavigationEntry,
  { root }: NavigationPlace,
): string | undefined {
  const name = nameIn(value);
  if (name === "" || /^[a-z][a-z0-9+.-]*:/i.test(value)) return undefined;
  const path = posix.join(root, name);
  return [path, `${path}.mdx`, `${path}.md`].find((file) => paths.has(file));
}

function pageValue(
  value: string,
  { newRoot }: NavigationPlace,
  { from, to }: Change,
): string | undefined {
  const inside = below(newRoot, to);
  if (inside === undefined) return undefined;
  const hasEnding = from.endsWith(nameIn(value));
  const lead = /^(?:\.?\/)+/.exec(value)?.[0] ?? "";
  return lead + (hasEnding ? inside : inside.replace(/\.[a-z0-9]+$/i, ""));
}

function nameIn(value: string): string {
  const end = value.search(/[#?]/);
  return (end === -1 ? value : value.slice(0, end)).replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, "");
}

/** A sidebar is written once for all languages, whose pages stand in folders of their own. */
function slugged(map: DocsTree, paths: Iterable<string>, value: string): string | undefined {
  const slug = slugOf(value);
  const page = map.pageAt(slug);
  if (page !== undefined) return page;
  for (const path of paths) {
    const address = plainAddress(map.addressOf(path) ?? "");
    if (below(languageOf(address), address) === slug && address.includes("/")) return path;
  }
  return undefined;
}

function slugValue(
  { before, after }: Relocation,
  value: string,
  { from, to }: Change,
): string | undefined {
  const address = after.addressOf(to);
  if (address === undefined) return undefined;
  const isWhole = before.pageAt(slugOf(value)) === from;
  const language = isWhole ? "" : languageOf(plainAddress(before.addressOf(from) ?? ""));
  const slug = below(language, plainAddress(address));
  if (slug === undefined) return undefined;
  const [lead, slash] = [value.startsWith("/") ? "/" : "", value.endsWith("/") ? "/" : ""];
  return slug === "" ? `${lead}index` : lead + slug + slash;
}

function languageOf(address: string): string {
  return address.split("/", 1)[0] ?? "";
}

function slugOf(value: string): string {
  const bare = plainAddress(value);
  return bare === "index" ? "" : bare;
}
