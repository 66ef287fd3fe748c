import type { PageAnchors } from "../../../../docs/page/anchors.ts";
import { readPage } from "../../../../docs/page/page.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { isForReader } from "../../../../docs/page/page-links.ts";
import { resolveLink } from "../../../../docs/tree/resolve-link.ts";
import { rewriteLink } from "../../../../docs/tree/rewrite-link.ts";
import { closeAnchor, closePage } from "../files/close-name.ts";
import type { EditedDocs } from "../files/edited-docs.ts";
import { shortCode } from "../report.ts";

export type BrokenLink = { line: number; target: string };

export type RepairedPage = {
  text: string;
  /** What was done, for the summary: old and new address. */
  repaired: string[];
  /** Links that lead nowhere and have no clear replacement. */
  broken: BrokenLink[];
};

/** What links can lead to. `anchors`: those of a page; undefined when it could not be read. */
export type LinkTargets = {
  docs: EditedDocs;
  anchors(path: string): PageAnchors | undefined;
};

export function repairLinks(targets: LinkTargets, path: string, source: string): RepairedPage {
  const pieces: string[] = [];
  const repaired: string[] = [];
  const broken: BrokenLink[] = [];
  let at = 0;
  const links = readPage(source, formatOf(path)).links.filter(isForReader);
  for (const { target, line, start, end, form, isImage } of links) {
    if (isImage || form === "bare") continue;
    const right = rightLink(targets, path, target);
    if (right === target) continue;
    if (right === undefined) {
      broken.push({ line, target });
      continue;
    }
    pieces.push(source.slice(at, start), right);
    at = end;
    repaired.push(`${shortCode(target)} → ${shortCode(right)}`);
  }
  pieces.push(source.slice(at));
  return { text: pieces.join(""), repaired, broken };
}

/** The link as it should be: as it is where it leads somewhere, undefined where nobody can tell what it means. */
function rightLink(targets: LinkTargets, from: string, written: string): string | undefined {
  const { docs } = targets;
  const target = resolveLink(docs.tree, from, written);
  if (target.kind === "elsewhere" || target.kind === "there") return written;
  const isMissing = target.kind === "missing";
  if (isMissing && target.what === "file") return written;
  const path = isMissing ? (target.meant?.path ?? closePage(docs, target.place)) : target.path;
  if (path === undefined) return undefined;
  const anchor = target.anchor === "" ? "" : anchorOn(targets, path, target.anchor);
  if (anchor === undefined) return undefined;
  if (!isMissing && anchor === target.anchor) return written;
  const hash = written.indexOf("#");
  const before = hash === -1 ? written : written.slice(0, hash);
  if (!isMissing) return `${before}#${anchor}`;
  const query = before.includes("?") ? before.slice(before.indexOf("?")) : "";
  const rest = query + (anchor === "" ? "" : `#${anchor}`);
  return rewriteLink(docs.tree, { from, written, to: path, rest });
}

/** The anchor itself where the page has it, else the one that was clearly meant. */
function anchorOn({ docs, anchors }: LinkTargets, path: string, anchor: string) {
  const known = anchors(path);
  if (known === undefined || known.all.has(anchor) || anchor === "top") return anchor;
  return closeAnchor(known, anchor, docs.tree.site.slugStyle !== "github");
}
