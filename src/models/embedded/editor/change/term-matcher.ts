export type TermChange = { from: string; to: string; isCode: boolean; inCode: boolean };

/** `form`: part of a longer word, such as the plural. `name`: part of a file name, a domain or an identifier. */
export type TermMatch = {
  kind: "word" | "form" | "name";
  start: number;
  end: number;
  to: string;
};

export type TermMatcher = {
  /** Code is changed as well. */
  inCode: boolean;
  /** Addresses are changed as well, because the term is one. */
  inTargets: boolean;
  /** Every place of the term, in order. */
  find(text: string): TermMatch[];
};

/** Finds a term in its exact spelling and, where it begins in lower case, with capitals too. */
export function termMatcher({ from, to, isCode, inCode }: TermChange): TermMatcher {
  const term = from.trim();
  const inTargets = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/[\w-]|www\.)/i.test(term);
  const isStrict = isCode || inTargets;
  const isPlain = !/[./@:\\]/.test(term) && !isStrict;
  const spellings = isStrict ? [[term, to.trim()] as const] : variants(term, to.trim());
  const expression = patternOf(spellings.map(([spelling]) => spelling));
  const results = new Map(spellings.toReversed());
  const kindOf = (text: string, start: number, end: number): TermMatch["kind"] => {
    if (!isWhole(text, start, end, isStrict)) return "form";
    return isPlain && isInName(text, start, end) ? "name" : "word";
  };
  return {
    inCode: inCode || isStrict,
    inTargets,
    find: (text) =>
      [...text.matchAll(expression)].map((match) => {
        const start = match.index;
        const end = start + match[0].length;
        return {
          kind: kindOf(text, start, end),
          start,
          end,
          to: results.get(spaced(match[0])) ?? "",
        };
      }),
  };
}

/** Each spelling with what it becomes. */
function variants(from: string, to: string): (readonly [string, string])[] {
  const term = spaced(from);
  if (!/^\p{Ll}/u.test(term)) return [[term, to]];
  const capital = [capitalised(term), capitalised(to)] as const;
  if (!term.includes(" ")) return [[term, to], capital];
  return [[term, to], capital, [titled(term), titled(to)]];
}

/** Words may stand on two lines where the page's own lines are short. */
function patternOf(spellings: string[]): RegExp {
  const gap = "(?:[ \\t]+|[ \\t]*\\r?\\n[ \\t]*)";
  return new RegExp(spellings.map((own) => own.split(/\s+/).map(escaped).join(gap)).join("|"), "g");
}

const letter = /[\p{L}\p{M}\p{N}]/u;

function isWhole(text: string, start: number, end: number, isStrict: boolean): boolean {
  const opens = isWordAt(text, start) && goesOn(text, start, -1, isStrict);
  const closes = isWordAt(text, end - 1) && goesOn(text, end - 1, 1, isStrict);
  return !opens && !closes;
}

function isWordAt(text: string, at: number): boolean {
  return text[at] === "_" || letter.test(text.charAt(at));
}

/** In prose an underscore may be emphasis, so what counts is the character behind it. */
function goesOn(text: string, at: number, direction: 1 | -1, isStrict: boolean): boolean {
  let next = at + direction;
  if (isStrict) return isWordAt(text, next);
  for (let marks = 0; marks < 3 && text[next] === "_"; marks += 1) next += direction;
  return letter.test(text.charAt(next));
}

const longestToken = 200;
const tokenEnds = new Set(" \t\r\n()[]<>{}\"'`*|“”‘’—–…,;");

/** File names, domains, paths and `a-b-c` names in running text are not the word itself. */
function isInName(text: string, start: number, end: number): boolean {
  let from = start;
  let to = end;
  while (from > 0 && from > start - longestToken && !tokenEnds.has(text.charAt(from - 1)))
    from -= 1;
  while (to < text.length && to < end + longestToken && !tokenEnds.has(text.charAt(to))) to += 1;
  if (from === start && to === end) return false;
  const token = `${text.slice(from, start)}x${text.slice(end, to)}`.replace(/[.:!?_]{1,20}$/, "");
  return /\w[.@]\w|:\/\/|^\.{0,2}\/|\/[^/]*\/|^[^-]*-[^-]+-\w/.test(token);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function titled(text: string): string {
  return text.split(" ").map(capitalised).join(" ");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
