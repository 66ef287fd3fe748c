import { applyEdits } from "../../../../docs/edit/text-edit.ts";
import { readPage } from "../../../../docs/page/page.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { isForReader } from "../../../../docs/page/page-links.ts";
import type { DocsTree } from "../../../../docs/tree/docs-tree.ts";
import { resolveLink } from "../../../../docs/tree/resolve-link.ts";

/** For each page, the anchors that a change of its headings has renamed. */
export type RenamedAnchors = Map<string, Map<string, string>>;

/** The anchors that differ between two states of a page with the same headings in the same order. */
export function renamedAnchors(path: string, before: string, after: string): Map<string, string> {
  const renamed = new Map<string, string>();
  if (!mayRename(before, after)) return renamed;
  const format = formatOf(path);
  const old = readPage(before, format).anchors;
  const now = readPage(after, format).anchors;
  if (old.headings.length !== now.headings.length) return renamed;
  for (const [index, { anchor }] of old.headings.entries()) {
    const next = now.headings[index]?.anchor;
    if (next !== undefined && next !== anchor && !now.all.has(anchor)) renamed.set(anchor, next);
  }
  return renamed;
}

/** Reading a page's headings is costly, so a change that touches no line like a heading is told apart first. */
function mayRename(before: string, after: string): boolean {
  const old = before.split("\n");
  const now = after.split("\n");
  if (old.length !== now.length) return true;
  const isHeading = (line: string, next = "") =>
    /^\s*(?:#|<h[1-6])/i.test(line) || /^\s*(?:=+|-{2,})\s*$/.test(next);
  return old.some((line, index) => line !== now[index] && isHeading(line, old[index + 1]));
}

/** The page with its links to renamed anchors corrected. */
export function retargetLinks(
  tree: DocsTree,
  path: string,
  text: string,
  renamed: RenamedAnchors,
): string {
  const anchors = [...renamed.values()].flatMap((own) => [...own.keys()]);
  if (!anchors.some((anchor) => text.includes(`#${anchor}`))) return text;
  const links = readPage(text, formatOf(path)).links.filter(isForReader);
  const edits = links.flatMap(({ target, start, end }) => {
    const destination = resolveLink(tree, path, target);
    if (destination.kind !== "file" || destination.anchor === "") return [];
    const anchor = renamed.get(destination.path)?.get(destination.anchor);
    return anchor === undefined ? [] : [{ start: text.indexOf("#", start) + 1, end, text: anchor }];
  });
  return applyEdits(text, edits);
}
