import { normalForm } from "../../lib/normal-form.ts";
import { slugger } from "../page/slug.ts";
import type { AnchorRules } from "../site/site.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { anchorRules } from "./anchor-rules.ts";
import { type AnchorFacts, anything, lettersOf } from "./facts/anchor-facts.ts";
import type { FactsReader } from "./facts/facts-reader.ts";
import { type Found, onceEach, type Remark, shown } from "./finding.ts";
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

/** Links to headings that are not there. */
export async function checkAnchors(input: {
  docs: ReadTree;
  uses: AnchorUse[];
  facts: FactsReader;
}): Promise<{ found: Found[]; remarks: Remark[] }> {
  const { docs, uses } = input;
  if (docs.isOfOtherTool) return { found: [], remarks: [] };
  const found: Found[] = [];
  const remarks: Remark[] = [];
  const byPage = Map.groupBy(uses, (use) => use.path);
  for await (const { path, facts } of input.facts.read(docs, [...byPage.keys()])) {
    const anchors = knownAnchors(facts.anchors, anchorRules(docs, path));
    if (anchors === undefined) continue;
    const suggest = createSuggest(() => anchors.all);
    for (const use of (byPage.get(path) ?? []).slice(0, mostUses)) {
      if (anchors.has(use.anchor)) continue;
      if (anchors.mayBeMade(use.anchor)) remarks.push(unknown(use));
      else found.push(missing(use, advice(anchors.all, suggest(use.anchor))));
    }
  }
  return { found: onceEach(found), remarks };
}

function pageOf({ from, path }: AnchorUse): string {
  return from === path ? "this page" : shown(path);
}

function missing(use: AnchorUse, better: string): Found {
  const { from, line, written, path, anchor } = use;
  const message = `${pageOf(use)} has no heading #${shown(anchor)}; ${better}`;
  return { check: "anchor", path: from, line, message, subjects: [written, `${path}#${anchor}`] };
}

function unknown(use: AnchorUse): Remark {
  const message = `no heading of ${pageOf(use)} is #${shown(use.anchor)}, and a component of it may make one`;
  return { kind: "unknown", path: use.from, line: use.line, message };
}

function advice(anchors: ReadonlySet<string>, like: string | undefined): string {
  if (like !== undefined) return `did you mean #${shown(like)}?`;
  const first = [...anchors].slice(0, 5).map((anchor) => `#${shown(anchor)}`);
  if (first.length === 0) return "it has none, so link to the page itself";
  return `link to one that is there, such as ${first.join(", ")}`;
}

/** What a link to a page may name behind the `#`. */
export type KnownAnchors = {
  has(anchor: string): boolean;
  /** Whether a component of the page may make it of one of its texts. */
  mayBeMade(anchor: string): boolean;
  all: ReadonlySet<string>;
};

/** undefined where other files or code add headings to the page, so that none can be called missing. */
export function knownAnchors(
  { isOpen, headings, blockHeadings, ids, made }: AnchorFacts,
  { style, isLoose }: Pick<AnchorRules, "style" | "isLoose">,
): KnownAnchors | undefined {
  if (isOpen) return undefined;
  const slugs = [slugger(style), slugger(style)] as const;
  const all = new Set([
    ...ids,
    ...blockHeadings.map((heading) => slugs[0](heading)),
    ...headings.map((heading) => slugs[1](heading)),
  ]);
  all.delete("");
  const texts = new Set(made);
  const mayBeMade = (anchor: string) => texts.has(anything) || texts.has(lettersOf(anchor));
  // The same letters can be written in two ways.
  const isExact = (anchor: string) => all.has(anchor) || all.has(normalForm(anchor, "NFKD"));
  if (!isLoose) return { has: isExact, mayBeMade, all };
  const loose = new Set([...all].map(lettersOf));
  return { has: (anchor) => loose.has(lettersOf(anchor)), mayBeMade, all };
}

/** Anchors that sites and browsers make themselves. */
export function isBuiltIn(anchor: string): boolean {
  return (
    anchor === "" ||
    /^(?:top|_top)$/i.test(anchor) ||
    /^(?:__|:~:|fn(?:ref)?[-:\d]|user-content-|(?:param|body|response|parameter|header)-)/.test(
      anchor,
    )
  );
}
