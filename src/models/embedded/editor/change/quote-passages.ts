import { terms } from "../../../../text/terms.ts";
import { blocks, type QuotableBlock } from "../../quotable/blocks.ts";
import { quotable } from "../../quotable/quotable.ts";
import { type Unit, units } from "../../quotable/units.ts";
import type { FoundPassage } from "../steps/edit-state.ts";

/** A piece of another page in its own words. */
export type PageQuote = { path: string; title: string; heading: string; text: string };

const maxQuotes = 4;
const maxPerPage = 2;
const longestQuote = 1500;
const longestPassage = 24_000;
/** Words of any instruction, which say nothing about the subject. */
const common = new Set(
  terms(
    "add page pages section docs documentation doc write update rewrite create new change make improve describe document article guide file text explain mention",
  ),
);

/** What the passages say about the subject: whole where a passage is about just that, else the sentences that speak of it. */
export function quotePassages(subject: string, found: FoundPassage[]): PageQuote[] {
  const wanted = new Set(terms(subject.slice(0, 2000)).filter((term) => !common.has(term)));
  const quotes: PageQuote[] = [];
  for (const passage of found.slice(0, 20)) {
    if (quotes.length >= maxQuotes) break;
    if (quotes.filter((quote) => quote.path === passage.path).length >= maxPerPage) continue;
    const text = quoteOf(wanted, passage);
    if (text === "" || quotes.some((quote) => quote.text === text)) continue;
    const { path, title } = passage;
    quotes.push({ path, title, heading: passage.heading ?? "", text });
  }
  return quotes;
}

function quoteOf(wanted: ReadonlySet<string>, passage: FoundPassage): string {
  const heading = passage.heading ?? "";
  const content = passage.content.slice(0, longestPassage);
  const all = terms(`${passage.title}\n${heading}\n${content}`);
  if (share(wanted, all) < neededShare(wanted.size)) return "";
  const own = blocks(quotable(content));
  if (share(wanted, terms(heading || passage.title)) >= 0.6) return wholeBlocks(own);
  const found = units({
    n: 1,
    path: passage.path,
    title: passage.title,
    headings: [heading],
    standing: 1,
    blocks: own,
  })
    .map((unit) => ({ unit, score: share(wanted, [...unit.terms]) }))
    .filter(({ unit, score }) => score > 0 && unit.form !== "row" && !unit.text.endsWith(":"))
    .sort((left, right) => right.score - left.score)
    .slice(0, 3)
    .sort((left, right) => left.unit.place - right.unit.place);
  return joined(found.map(({ unit }) => unit));
}

/** A short subject must be met whole; a long instruction speaks of many things. */
function neededShare(size: number): number {
  if (size <= 2) return 1;
  return size <= 4 ? 0.5 : 0.3;
}

/** How many of the wanted terms are there, from 0 to 1. */
function share(wanted: ReadonlySet<string>, given: string[]): number {
  if (wanted.size === 0) return 0;
  const own = new Set(given);
  return [...wanted].filter((term) => own.has(term)).length / wanted.size;
}

function wholeBlocks(all: QuotableBlock[]): string {
  const taken: string[] = [];
  let length = 0;
  for (const block of all) {
    if (block.kind === "heading") continue;
    length += block.text.length;
    if (length > longestQuote) break;
    taken.push(block.text);
  }
  return taken.join("\n\n");
}

function joined(found: Unit[]): string {
  const hasItems = found.some((unit) => unit.form === "item");
  const text = found.map((unit) => (hasItems ? `- ${unit.text}` : unit.text));
  return text.join(hasItems ? "\n" : " ").slice(0, longestQuote);
}
