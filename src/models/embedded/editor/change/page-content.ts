import { posix } from "node:path";
import type { PageFormat } from "../../../../docs/page/page-format.ts";
import { joined } from "../../../../docs/site/paths.ts";
import { rewriteLink } from "../../../../docs/tree/rewrite-link.ts";
import { blockQuote, shortLine } from "../../../../text/markdown-writing.ts";
import type { EditedDocs } from "../files/edited-docs.ts";
import type { Content } from "../instruction/task.ts";
import { quoted } from "../report.ts";
import {
  type EditState,
  type EditSteps,
  outputOf,
  passages,
  takeStep,
} from "../steps/edit-state.ts";
import { type PageQuote, quotePassages } from "./quote-passages.ts";
import { safeLabel, safeMarkdown } from "./safe-markdown.ts";

/** What the docs already say about a subject, quoted. A search that fails is no fault: there is just nothing to quote. */
export function* findQuotes(state: EditState, subject: string): EditSteps<PageQuote[]> {
  const query = shortLine(subject, 400);
  const [result] = yield* takeStep(
    state,
    `Searching the docs for what they say about ${quoted(subject, 60)}.`,
    [{ name: "search_docs", input: { query, limit: 8 } }],
  );
  const found = outputOf(passages, result)?.passages ?? [];
  const known = found.map((passage) => ({ ...passage, path: knownPath(state.docs, passage.path) }));
  return quotePassages(subject, known);
}

/** The sentence a page begins with when only its subject is known. */
export function leadOf(noun: "page" | "section", topic: string): string {
  const subject = shortLine(topic, 300).replace(/[.!?]+$/, "");
  if (/^(?:how|what|why|when|where|which|who|that|whether)\b/i.test(subject)) {
    return `This ${noun} explains ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`;
  }
  return `This ${noun} is about ${subject}.`;
}

/** The text asked for, as Markdown: what it is about, and what the instruction says itself. */
export function statedParts(
  noun: "page" | "section",
  content: Content,
  format: PageFormat,
): string[] {
  const parts = content.topic === "" ? [] : [safeMarkdown(leadOf(noun, content.topic), format)];
  return content.text === "" ? parts : [...parts, safeMarkdown(content.text, format)];
}

/** A whole new page: its front matter, then its parts. */
export function newPage(metadata: Record<string, string>, parts: string[]): string {
  const fields = Object.entries(metadata).map(([key, value]) => `${key}: ${value}`);
  return `${["---", ...fields, "---"].join("\n")}\n\n${parts.join("\n\n")}\n`;
}

/** Quotations, each with a link to its page. */
export function quotedParts(
  docs: EditedDocs,
  page: string,
  quotes: PageQuote[],
  format: PageFormat,
): string[] {
  return quotes.map((quote) => {
    const name = [quote.title, quote.heading].filter(
      (part, index, all) => part !== "" && all.indexOf(part) === index,
    );
    const label = safeLabel(shortLine(name.join(": ") || quote.path, 120), format);
    const source = docs.tree.isFile(quote.path)
      ? `[${label}](${linkTo(docs, page, quote.path)})`
      : label;
    return `${blockQuote(safeMarkdown(quote.text, format))}\n>\n> From ${source}.`;
  });
}

/** A list of wishes that are left to a person. */
export function wishParts(wishes: string[], format: PageFormat): string[] {
  if (wishes.length === 0) return [];
  const items = wishes.map((wish) => `- [ ] ${safeMarkdown(shortLine(wish, 500), format)}`);
  return [["**Still to write:**", "", ...items].join("\n")];
}

/** A link the way this kind of site writes it: from the site's top, or relative with the file's ending. */
export function linkTo(docs: EditedDocs, from: string, to: string): string {
  const ending = to.slice(to.lastIndexOf("."));
  const written = docs.navigation?.format.linksFromTop ? "/page" : `page${ending}`;
  const link = rewriteLink(docs.tree, { from, written, to });
  return link ?? posix.relative(posix.dirname(from), to);
}

function knownPath(docs: EditedDocs, path: string): string {
  return docs.tree.isFile(path) ? path : joined(docs.root, path);
}
