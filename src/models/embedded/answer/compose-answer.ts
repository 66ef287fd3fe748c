import type { Agreement } from "../../vectors/static/embedder.ts";
import { withoutMarkers } from "../quotable/without-markers.ts";
import type { EmbeddedInput } from "./answer-input.ts";
import { decline } from "./decline.ts";
import { layOut } from "./lay-out.ts";
import {
  hasOpenEnd,
  isBelow,
  type Part,
  pageParts,
  passageReader,
  type ReadPassage,
} from "./page-parts.ts";
import { type Question, readQuestion } from "./question.ts";
import { quotePart, wordsOf } from "./quote-part.ts";
import { type RankedPart, rankParts } from "./rank-parts.ts";
import { saysSame } from "./says-same.ts";

/** The embedded model, as readers are answered by it; it remembers what it has read. */
export function createComposer(agreement: Agreement): (input: EmbeddedInput) => string {
  const read = passageReader();
  return (input) => composeAnswer(input, agreement, read);
}

/** The answer in the docs' own words with `[n]` markers, or a plain refusal when they do not cover the question. */
export function composeAnswer(
  input: EmbeddedInput,
  agreement: Agreement = () => 0,
  read: ReadPassage = passageReader(),
): string {
  if (input.evidence === "none") return decline(input);
  const question = readQuestion(input, agreement);
  const parts = rankParts(question, pageParts(input.passages, read));
  const quotes =
    input.evidence === "enough" ? sureQuotes(question, parts) : nearQuotes(question, parts);
  const [best] = parts;
  if (best === undefined) return decline(input);
  if (quotes.length === 0) return tooLong(best);
  return (input.evidence === "enough" ? quotes : [opening, ...quotes]).join("\n\n");
}

const opening =
  "I did not find a direct answer to this in the documentation. The closest it comes:";

function tooLong({ title, blocks }: Part): string {
  const page = withoutMarkers(title);
  return `The full text is too long to quote here; it is on the page “${page}” [${blocks[0]?.n}].`;
}

const wholeWords = 200;
const shortWords = 60;
const secondWords = 90;
const nearParts = 3;
const close = 0.75;

/** The best section, what goes on with it on the page, and the best of others that come close while there is room. */
function sureQuotes(question: Question, [best, ...others]: RankedPart[]): string[] {
  if (best === undefined) return [];
  const told: Part[] = [];
  const quotes: string[] = [];
  let left = wholeWords;
  const tell = (part: Part, most: number) => {
    const quotation = quotePart(question, part, most);
    const text = layOut(part, quotation, part !== best);
    told.push(part);
    left -= wordsOf(quotation);
    if (text !== "") quotes.push(text);
  };
  tell(best, wholeWords);
  for (const part of continuation(best)) tell(part, Math.max(left, secondWords));
  for (const part of others) {
    if (left < leastRoom || part.score < best.score * close) break;
    if (!told.some((one) => saysSame(one, part)))
      tell(part, Math.min(Math.max(left, shortWords), secondWords));
  }
  return quotes;
}

const leastRoom = 20;

const fixes =
  /\b(?:solutions?|fix(?:es)?|resolutions?|resolve|workarounds?|remedy|remedies|what to do)\b/i;
const mostFollowers = 3;

/** A symptom goes on with its fix, a short section with those below it, and "do it like this:" with what it points at. */
function continuation(best: Part): Part[] {
  const following: Part[] = [];
  for (let part = best.next; part && following.length < mostFollowers; part = part.next)
    following.push(part);
  const fix = following.find((part) => fixes.test(part.headings.at(-1) ?? ""));
  const isFix = fixes.test(best.headings.at(-1) ?? "");
  const told = fix && !isFix ? [fix] : sectionsBelow(best, following);
  const last = told.at(-1) ?? best;
  return hasOpenEnd(last.blocks) && isBelow(last, last.next) ? [...told, last.next] : told;
}

function sectionsBelow(best: Part, following: Part[]): Part[] {
  const told: Part[] = [];
  let words = wordsOf(best.blocks);
  for (const part of following) {
    if (words >= shortWords || !isBelow(best, part)) break;
    told.push(part);
    words += wordsOf(part.blocks);
  }
  return told;
}

/** Where the docs only come near the question: the nearest sections, each cut short. */
function nearQuotes(question: Question, parts: RankedPart[]): string[] {
  const different = parts.filter(
    (part, place) => !parts.slice(0, place).some((before) => saysSame(before, part)),
  );
  return different
    .slice(0, nearParts)
    .map((part) => layOut(part, quotePart(question, part, secondWords), true))
    .filter((text) => text !== "");
}
