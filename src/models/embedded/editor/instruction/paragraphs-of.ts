import { type Quote, unmask } from "./quotes.ts";

/** A paragraph or list item of an instruction, on one line. */
export type Paragraph = { text: string; isItem: boolean };

const listMark = /^\s{0,12}(?:[-*+•]|\(?\d{1,3}[.)]|\([a-h]\)|[a-h]\))\s+/;
const inlineMark = /(?<=[\s:,;])\(?\d{1,2}\) (?=[\p{L}\uE000])/gu;
const block =
  /\b(?:add|insert|append|create|write|put)\b[^\n:]{0,400}:[ \t]{0,40}\n|\b(?:texts?|contents?|body|reads?|says?|saying)(?: (?:is|should be|reads|this|the following))?:[ \t]{0,40}\n/i;
/** "add" at the end of its line leads to the text as a colon does. */
const bare =
  /\b(?:add|insert|append|put)(?: this| the following)?(?: (?:section|text|paragraph))?[ \t]{0,40}\n[ \t]{0,40}\n/i;
const inline =
  /\b(?:add|insert|append|create|write|put|text|content)\b[^\n:]{0,400}:[ \t]{0,40}(?=[^\s\uE000])(?![\w.@~+-]{0,100}\/|\d\))/i;

/** The paragraphs of an instruction. What stands behind the colon of "add …:" is one quotation, told apart by `isBody`. */
export function paragraphsOf(masked: string, quotes: Quote[]): Paragraph[] {
  const lines = withBody(masked, quotes).replace(inlineMark, "\n- ").split(/\r?\n/);
  const paragraphs: (Omit<Paragraph, "text"> & { lines: string[] })[] = [];
  let isOpen = false;
  for (const line of lines) {
    const content = line.replace(listMark, "").replace(/\s+/g, " ").trim();
    if (content === "") {
      isOpen = false;
      continue;
    }
    const isItem = listMark.test(line);
    if (!isOpen || isItem) paragraphs.push({ isItem, lines: [] });
    paragraphs.at(-1)?.lines.push(content);
    isOpen = true;
  }
  return paragraphs.map(({ isItem, lines: own }) => ({ isItem, text: apostrophes(own.join(" ")) }));
}

/** "dont" as "don't". */
function apostrophes(text: string): string {
  return text.replace(/\b(do|does|is|are|ca|wo|should|must)nt\b/gi, "$1n't");
}

function withBody(text: string, quotes: Quote[]): string {
  const whole = block.exec(text) ?? bare.exec(text);
  const found = whole ?? inline.exec(text);
  if (found === null) return text;
  const start = found.index + found[0].length;
  const blank = whole ? -1 : text.slice(start).search(/\n\s*\n|\n\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s/);
  const end = blank === -1 ? text.length : start + blank;
  const body = withoutThanks(dedented(unmask(text.slice(start, end), quotes)));
  if (body === "" || (whole && /^\s*\uE000\d+\uE001[\s.]*$/.test(text.slice(start)))) return text;
  quotes.push({ text: body, raw: body, isCode: false, isBody: true });
  return `${text.slice(0, start).trimEnd()} \uE000${quotes.length - 1}\uE001 ${text.slice(end)}`;
}

/** The text without a paragraph of thanks at its end. */
function withoutThanks(text: string): string {
  const at = text.search(
    /(?:(?:many )?(?:thanks|thank you|cheers)|(?:and )?(?:without changing|don't change|do not change) anything else|(?:and )?nothing else|that's (?:it|all))[!. ]{0,40}$/i,
  );
  const before = text.slice(0, Math.max(0, at));
  const gap = before.slice(before.trimEnd().length);
  return /^[^\S\n]*\n\s*\n$/.test(gap) ? before.trimEnd() : text;
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
