export type Sentence = { text: string; start: number; end: number };

const abbreviations = new Set(
  "e.g i.e eg ie vs cf al approx fig eq vol pp mr mrs dr prof inc ltd".split(" "),
);
// Of other languages, as they are written: "CA" in capitals is an English word.
const foreignAbbreviations = new Set(
  `z.B d.h u.a bzw vgl ggf evtl inkl exkl bspw ca Nr Abb p.ex p.ej núm pág Sr Sra Ud ecc bijv blz t.ex
  f.eks bl.a np tzn напр рис стр тыс см`.split(/\s+/),
);
const longestCode = 2000;
const wideStops = "。！？｡؟۔।॥";
const closers = "\"'”’“)]»›」』）*_`";
// French sets a space before the closing quote.
const frenchCloser = /^[ \u00A0\u202F]»(?:\s|$)/;

/** Splits at line ends and after . ! ? where a new sentence begins. `start` and `end` count UTF-16 units. */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === "`") {
      index = endOfCode(text, index);
      continue;
    }
    const end = endOfSentence(text, index, start);
    index += 1;
    if (end === undefined) continue;
    add(found, text, start, end);
    start = end;
    index = Math.max(end, index);
  }
  add(found, text, start, text.length);
  return found;
}

/** Where the code span that opens here ends; the end of its backticks when nothing closes it on its line. */
function endOfCode(text: string, start: number): number {
  let opened = start + 1;
  while (text[opened] === "`") opened += 1;
  const limit = Math.min(text.length, opened + longestCode);
  let run = 0;
  for (let index = opened; index < limit && text[index] !== "\n"; index += 1) {
    run = text[index] === "`" ? run + 1 : 0;
    if (run === opened - start && text[index + 1] !== "`") return index + 1;
  }
  return opened;
}

function endOfSentence(text: string, index: number, start: number): number | undefined {
  const character = text.charAt(index);
  if (character === "\n" || character === "\r") return index + 1;
  if (wideStops.includes(character)) return skipClosers(text, index + 1);
  if (character !== "." && character !== "!" && character !== "?") return undefined;
  const end = skipClosers(text, index + 1);
  if (!isSpace(text.charAt(end))) return undefined;
  if (character === "." && isAbbreviation(text, index, start)) return undefined;
  return beginsSentence(text, end) ? end : undefined;
}

function skipClosers(text: string, from: number): number {
  let index = from;
  while (index < text.length && closers.includes(text.charAt(index))) index += 1;
  return frenchCloser.test(text.slice(index, index + 3)) ? index + 2 : index;
}

function isAbbreviation(text: string, stop: number, start: number): boolean {
  const earliest = Math.max(start, stop - 8);
  let begin = stop;
  while (begin > earliest && /[\p{L}.]/u.test(text.charAt(begin - 1))) begin -= 1;
  const word = text.slice(begin, stop);
  if (/^\p{Lu}$/u.test(word)) return word !== "I";
  if (/^\p{Ll}$/u.test(word) && isPairOfLetters(text, stop)) return true;
  if (word === "" && isListNumber(text, stop, start)) return true;
  return abbreviations.has(word.toLowerCase()) || foreignAbbreviations.has(word);
}

/** One half of "z. B.", "d. h." or "т. е.". */
function isPairOfLetters(text: string, stop: number): boolean {
  const after = text.slice(stop + 1, stop + 4);
  const before = ` ${text.slice(Math.max(0, stop - 5), stop - 1)}`;
  return /^[ \u00A0\u202F]\p{L}\./u.test(after) || /[^\p{L}]\p{L}\.[ \u00A0\u202F]$/u.test(before);
}

/** "1. Install" is an item, not a sentence that ends in a number. */
function isListNumber(text: string, stop: number, start: number): boolean {
  return /^\s*\d{1,3}$/.test(text.slice(Math.max(start, stop - 8), stop)) && stop - start <= 8;
}

function beginsSentence(text: string, from: number): boolean {
  let index = from;
  while (isSpace(text.charAt(index))) index += 1;
  if (index >= text.length) return true;
  return !/[\p{Ll},;:)\]]/u.test(text.charAt(index));
}

function isSpace(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}

function add(found: Sentence[], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && text.charAt(from).trim() === "") from += 1;
  while (to > from && text.charAt(to - 1).trim() === "") to -= 1;
  if (to > from) found.push({ text: text.slice(from, to), start: from, end: to });
}
