import type { NavigationEntry } from "../site/navigation-entry.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { namedFile, type WrittenFile } from "../tree/resolve-link.ts";
import { rewriteLink } from "../tree/rewrite-link.ts";
import type { Relocation } from "./relocation.ts";

/** Links of a configuration begin at the top of the site, with a slash or without. */
export function linkOf(map: DocsTree, { value, base }: NavigationEntry): WrittenFile | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(value)) return undefined;
  return namedFile(map, "", fromTop(base, value));
}

/** The link to another file, put behind the same base. */
export function linkValue(
  { before, after, folder }: Relocation,
  entry: NavigationEntry,
  to: string,
): string | undefined {
  const { value, base } = entry;
  const named = linkOf(before, entry);
  if (named === undefined) return undefined;
  const whole = rewriteLink(after, { from: "", written: fromTop(base, value), named, to });
  const start = `${fromTop(folder === undefined ? base : movedBase(base, folder), "").replace(/(?<!\/)\/+$/, "")}/`;
  if (whole === undefined || !whole.startsWith(start)) return undefined;
  return (value.startsWith("/") ? "/" : "") + whole.slice(start.length);
}

/** A base that names the folder that moves is corrected itself, so what stands behind it may stay. */
function movedBase(base: string, { from, to }: { from: string; to: string }): string {
  const bare = base.replace(/^\/+|(?<!\/)\/+$/g, "");
  const top = from.slice(0, from.length - bare.length);
  const isIt = bare !== "" && from === top + bare && /^$|\/$/.test(top);
  return isIt && to.startsWith(top) ? to.slice(top.length) : base;
}

function fromTop(base: string, value: string): string {
  return `/${base}/${value}`.replace(/\/{2,}/g, "/");
}
