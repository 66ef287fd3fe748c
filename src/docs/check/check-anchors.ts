import type { Pace } from "../../lib/pace.ts";
import type { AnchorRules } from "../site/site.ts";
import { maxPageLength } from "../tree/docs-files.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { type Found, onceEach, shown } from "./finding.ts";
import { knownAnchors } from "./known-anchors.ts";
import { createSuggest } from "./suggest.ts";

/** A link of the page `from` to a heading of the page `path`. */
export type AnchorUse = {
  from: string;
  line: number;
  written: string;
  path: string;
  anchor: string;
};

/** Links to one page; more are left out. */
const mostUses = 20_000;

/** Links to headings that are not there. Each page that links lead to is read once. */
export async function checkAnchors(input: {
  docs: ReadTree;
  uses: AnchorUse[];
  pace: Pace;
}): Promise<Found[]> {
  const { docs, uses, pace } = input;
  if (docs.isOfOtherTool) return [];
  const found: Found[] = [];
  const byPage = Map.groupBy(uses, (use) => use.path);
  for await (const { path, content } of docs.files.readEach([...byPage.keys()])) {
    await pace();
    if (content.length > maxPageLength) continue;
    const anchors = knownAnchors(content, path, anchorRules(docs, path));
    if (anchors === undefined) continue;
    const suggest = createSuggest(() => anchors.all);
    for (const use of (byPage.get(path) ?? []).slice(0, mostUses)) {
      if (anchors.has(use.anchor)) continue;
      found.push(missing(use, advice(anchors.all, suggest(use.anchor))));
    }
  }
  return onceEach(found);
}

const onForge: AnchorRules = { style: "github", isLoose: false, addsHeadings: undefined };

/** Pages beside the site are read on the forge, which has GitHub's anchors. */
export function anchorRules(docs: ReadTree, path: string): AnchorRules {
  const isPublished = docs.pages.get(path)?.isPublished ?? false;
  return isPublished ? docs.site.anchors : onForge;
}

function missing({ from, line, written, path, anchor }: AnchorUse, better: string): Found {
  const where = from === path ? "this page" : shown(path);
  const message = `${where} has no heading #${shown(anchor)}; ${better}`;
  return { check: "anchor", path: from, line, message, subjects: [written, `${path}#${anchor}`] };
}

function advice(anchors: ReadonlySet<string>, like: string | undefined): string {
  if (like !== undefined) return `did you mean #${shown(like)}?`;
  const first = [...anchors].slice(0, 5).map((anchor) => `#${shown(anchor)}`);
  if (first.length === 0) return "it has none, so link to the page itself";
  return `link to one that is there, such as ${first.join(", ")}`;
}
