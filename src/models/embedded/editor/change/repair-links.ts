import { readPage } from "../../../../docs/page/page.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { isForReader } from "../../../../docs/page/page-links.ts";
import { closeAnchor, closePage } from "../files/close-name.ts";
import { pageAddress, resolveLink } from "../files/follow-link.ts";
import type { LinkMap } from "../files/link-map.ts";
import { shortCode } from "../report.ts";
import { rewriteTarget } from "./rewrite-target.ts";

export type BrokenLink = { line: number; target: string };

export type RepairedPage = {
  text: string;
  /** What was done, for the summary: old and new address. */
  repaired: string[];
  /** Links that lead nowhere and have no clear replacement. */
  broken: BrokenLink[];
};

export function repairLinks(map: LinkMap, path: string, source: string): RepairedPage {
  const pieces: string[] = [];
  const repaired: string[] = [];
  const broken: BrokenLink[] = [];
  let at = 0;
  const links = readPage(source, formatOf(path)).links.filter(isForReader);
  for (const { target, line, start, end, form, isImage } of links) {
    if (isImage || form === "bare") continue;
    const verdict = judge(map, path, target);
    if (verdict === "fine") continue;
    if (verdict === "broken") {
      broken.push({ line, target });
      continue;
    }
    pieces.push(source.slice(at, start), verdict.target);
    at = end;
    repaired.push(`${shortCode(target)} → ${shortCode(verdict.target)}`);
  }
  pieces.push(source.slice(at));
  return { text: pieces.join(""), repaired, broken };
}

type Verdict = "fine" | "broken" | { target: string };

function judge(map: LinkMap, from: string, target: string): Verdict {
  const { tree } = map;
  const destination = resolveLink(map.site, from, target);
  if (destination.kind === "outside") return "fine";
  const { anchor } = destination;
  if (destination.kind === "missing") {
    if (map.addresses.has(pageAddress(destination.path))) return "fine";
    const path = closePage(tree, destination.path);
    if (path === undefined) return "broken";
    const found = anchor === "" ? "" : anchorOn(map, path, anchor);
    return found === undefined
      ? "broken"
      : { target: rewriteTarget({ tree, from, target, to: path, anchor: found }) };
  }
  if (anchor === "") return "fine";
  const found = anchorOn(map, destination.path, anchor);
  if (found === anchor) return "fine";
  return found === undefined
    ? "broken"
    : { target: `${target.slice(0, target.indexOf("#") + 1)}${found}` };
}

/** The anchor itself where the page has it, else the one that was clearly meant. */
function anchorOn(map: LinkMap, path: string, anchor: string): string | undefined {
  const anchors = map.anchors(path);
  if (anchors === undefined || anchors.all.has(anchor) || anchor === "top") return anchor;
  return closeAnchor(anchors, anchor, map.tree.navigation?.format.slugStyle === "python");
}
