import { readPage } from "../page/page.ts";
import { formatOf } from "../page/page-format.ts";
import { isForReader } from "../page/page-links.ts";
import { type SlugStyle, slugger } from "../page/slug.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import type { TextEdit } from "./text-edit.ts";

/** For each page, the anchors that a change of its headings has renamed. */
export type RenamedAnchors = Map<string, Map<string, string>>;

/** The anchors that differ between two states of a page with the same headings in the same order, by the site's rules. */
export function renamedAnchors(
  tree: DocsTree,
  { path, before, after }: { path: string; before: string; after: string },
): Map<string, string> {
  const style = tree.page(path)?.isPublished ? tree.site.anchors.style : "github";
  const old = headingAnchors(path, before, style);
  const now = headingAnchors(path, after, style);
  const kept = new Set(now);
  const renamed = new Map<string, string>();
  if (old.length !== now.length) return renamed;
  for (const [index, anchor] of old.entries()) {
    const next = now[index];
    if (next !== undefined && next !== anchor && !kept.has(anchor)) renamed.set(anchor, next);
  }
  return renamed;
}

const writtenId = /\{#([^{}\s]{1,200})\}\s*$|\{\/\*\s{0,5}#([^\s*]{1,200})\s{0,5}\*\/\}\s*$/;

/** An id that is written behind a heading stays whatever the heading says. */
function headingAnchors(path: string, source: string, style: SlugStyle): string[] {
  const lines = source.split("\n");
  const slug = slugger(style);
  return readPage(source, formatOf(path)).anchors.headings.map(({ text, line }) => {
    const written = writtenId.exec((lines[line - 1] ?? "").trimEnd().slice(-300));
    return written?.[1] ?? written?.[2] ?? slug(text);
  });
}

/** What makes the links of a page follow renamed anchors. */
export function retargetLinks(
  tree: DocsTree,
  { path, text }: { path: string; text: string },
  renamed: RenamedAnchors,
): TextEdit[] {
  const links = readPage(text, formatOf(path)).links.filter(isForReader);
  return links.flatMap(({ target, start, end }) => {
    const destination = resolveLink(tree, path, target);
    if (destination.kind !== "file" || destination.anchor === "") return [];
    const anchor = renamed.get(destination.path)?.get(destination.anchor);
    return anchor === undefined ? [] : [{ start: text.indexOf("#", start) + 1, end, text: anchor }];
  });
}
