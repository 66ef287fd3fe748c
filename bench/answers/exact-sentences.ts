import type { Citation } from "../../src/contract/answer-events.ts";
import { sentences } from "../../src/text/sentences.ts";

export type Exactness = {
  /** Sentences, list items, table rows and lines of code, without our own fixed phrases. */
  total: number;
  /** Stand word for word in the cited lines. */
  inLines: number;
  /** Stand word for word elsewhere on a cited page, such as a code block below the cited sentence. */
  inPage: number;
  elsewhere: string[];
};

/** What the assistant says in words of its own; none of it claims anything about the subject. */
const fixedPhrases = [
  /^I did not find a direct answer to this in the documentation\.?$/,
  /^The closest it comes:?$/,
  /^The full text is too long to quote here; it is on the page “.{0,300}”\.?$/,
];

/** Compares the answer with the docs word by word, Markdown left out. `pageOf` gives the text of a page of the docs. */
export function checkSentences(
  { text, citations }: { text: string; citations: Citation[] },
  pageOf: (path: string) => string,
): Exactness {
  const cited = citations.map((citation) => wordsOf(citedLines(citation, pageOf)));
  const pages = [...new Set(citations.map(({ path }) => path))].map((path) =>
    wordsOf(pageOf(path)),
  );
  const said = statements(text);
  const result: Exactness = { total: said.length, inLines: 0, inPage: 0, elsewhere: [] };
  for (const statement of said) {
    const words = wordsOf(statement);
    if (cited.some((lines) => lines.includes(words))) result.inLines += 1;
    else if (pages.some((page) => page.includes(words))) result.inPage += 1;
    else result.elsewhere.push(statement);
  }
  return result;
}

function citedLines({ path, startLine, endLine }: Citation, pageOf: (path: string) => string) {
  return pageOf(path)
    .split("\n")
    .slice(startLine - 1, endLine)
    .join("\n");
}

function statements(text: string): string[] {
  const pieces = text
    .replace(/ ?\[\d{1,3}\]/g, "")
    .split("\n")
    .flatMap((line) => sentences(withoutMark(line)).map((sentence) => sentence.text.trim()));
  return pieces.filter(
    (piece) => wordsOf(piece).trim() !== "" && !fixedPhrases.some((phrase) => phrase.test(piece)),
  );
}

function withoutMark(line: string): string {
  return line.replace(/^\s{0,40}(?:[-*+]|\d{1,9}[.)])\s/, "");
}

/** Each word with a space on both sides, so that a run of words is found as a whole. */
function wordsOf(markdown: string): string {
  const lines = markdown.split("\n").map((line) => withoutMark(line));
  const text = lines.join(" ").replace(/\[([^\][]{0,300})\]\([^()]{0,500}\)/g, "$1");
  return ` ${(text.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}
