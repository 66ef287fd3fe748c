import { type Quote, unmask } from "./quotes.ts";

const listMark = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+/;
const adds =
  /\b(?:add|insert|append|create|write|put|text|content)\b[^\n:]{0,400}:[ \t]{0,40}(\n|(?=[^\s\uE000]))/i;

/** The sentences of an instruction, quoted text never cut. What stands behind the colon of "add …:" is one quotation. */
export function sentencesOf(masked: string, quotes: Quote[]): string[] {
  const text = withBody(masked, quotes);
  const sentences: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    let start = 0;
    for (const end of [...sentenceEnds(paragraph, quotes), paragraph.length]) {
      const sentence = paragraph.slice(start, end).trim();
      if (sentence !== "") sentences.push(sentence);
      start = end;
    }
  }
  return sentences;
}

function withBody(text: string, quotes: Quote[]): string {
  const found = adds.exec(text);
  if (found === null) return text;
  const start = found.index + found[0].length;
  const isBlock = found[1] === "\n";
  const blank = isBlock
    ? -1
    : text.slice(start).search(/\n\s*\n|\n\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s/);
  const end = blank === -1 ? text.length : start + blank;
  const body = dedented(unmask(text.slice(start, end), quotes));
  if (body === "") return text;
  // A list of requests is no text to add.
  if (isBlock && /^\s*\uE000\d+\uE001[\s.]*$/.test(text.slice(start))) return text;
  quotes.push({ text: body, raw: body, isCode: false });
  return `${text.slice(0, start)} \uE000${quotes.length - 1}\uE001 ${text.slice(end)}`;
}

/** Indentation that all lines have in common goes. */
function dedented(text: string): string {
  const lines = text
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
    .split("\n");
  const depths = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const depth = Math.min(...depths, 40);
  return lines.map((line) => line.slice(depth)).join("\n");
}

/** Blank lines and list marks begin a paragraph; other line ends are only where a line was full. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const content = line.replace(listMark, "").replace(/\s+/g, " ").trim();
    if (content === "") {
      isOpen = false;
      continue;
    }
    if (!isOpen || listMark.test(line)) paragraphs.push([]);
    paragraphs.at(-1)?.push(content);
    isOpen = true;
  }
  return paragraphs.map((lines) => lines.join(" "));
}

function sentenceEnds(paragraph: string, quotes: Quote[]): number[] {
  const pattern = /(?:[.!?]|\uE000(\d{1,5})\uE001) (?=[\p{Lu}\uE000])|; /gu;
  return [...paragraph.matchAll(pattern)].flatMap((match) => {
    const quote = match[1] === undefined ? undefined : quotes[Number(match[1])];
    const isEnd = match[1] === undefined || /[.!?]$/.test(quote?.text ?? "");
    return isEnd ? [match.index + match[0].length] : [];
  });
}
