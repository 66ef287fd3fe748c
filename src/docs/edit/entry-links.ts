import type { DocsMap } from "./docs-map.ts";
import type { NavigationEntry } from "./navigation-entry.ts";
import type { Relocation } from "./relocation.ts";
import { type Found, type Origin, resolveTarget } from "./resolve-target.ts";
import { rewriteTarget } from "./rewrite-target.ts";

const anywhere: Origin = { path: "", address: undefined };

/** Links of a configuration begin at the top of the site, with a slash or without. */
export function linkOf(map: DocsMap, { value, base }: NavigationEntry): Found | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(value)) return undefined;
  return resolveTarget(map, anywhere, fromTop(base, value));
}

/** The link to another file, put behind the same base. */
export function linkValue(
  { before, after, folder }: Relocation,
  entry: NavigationEntry,
  to: string,
): string | undefined {
  const { value, base } = entry;
  const found = linkOf(before, entry);
  if (found === undefined) return undefined;
  const target = fromTop(base, value);
  const whole = rewriteTarget({ map: after, origin: anywhere, target, found, to });
  const start = `${fromTop(folder === undefined ? base : movedBase(base, folder), "").replace(/\/+$/, "")}/`;
  if (whole === undefined || !whole.startsWith(start)) return undefined;
  return (value.startsWith("/") ? "/" : "") + whole.slice(start.length);
}

/** A base that names the folder that moves is corrected itself, so what stands behind it may stay. */
function movedBase(base: string, { from, to }: { from: string; to: string }): string {
  const bare = base.replace(/^\/+|\/+$/g, "");
  const top = from.slice(0, from.length - bare.length);
  const isIt = bare !== "" && from === top + bare && /^$|\/$/.test(top);
  return isIt && to.startsWith(top) ? to.slice(top.length) : base;
}

function fromTop(base: string, value: string): string {
  return `/${base}/${value}`.replace(/\/{2,}/g, "/");
}
