export type TermChange = {
  from: string;
  to: string;
  /** Capitals must be as in `from`, and what stands around it must not go on as a name does. */
  isExact: boolean;
  /** Nothing but marks stands beside it on its line: it is the whole of a heading or a label. */
  isWhole?: boolean;
};

/**
 * `form`: part of a longer word, such as the plural. `name`: part of a file name, a domain or an identifier.
 * `spelling`: the same word with other capitals.
 */
export type TermMatch = {
  kind: "word" | "form" | "name" | "spelling";
  start: number;
  end: number;
  to: string;
};

export type TermMatcher = {
  /** Addresses are changed as well, because the term is one. */
  inTargets: boolean;
  /** Every place of the term, in order. */
  find(text: string): TermMatch[];
};

/** Finds a term in its exact spelling and, where it begins in lower case, with capitals too. */
export function termMatcher({
  from,
  to,
  isExact,
  isWhole: isAlone = false,
}: TermChange): TermMatcher {
  const term = from.trim();
  const inTargets = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/[\w-]|www\.)/i.test(term);
  const isStrict = isExact || inTargets;
  const isPlain = !/[./@:\\]/.test(term);
  const results = new Map(
    (isStrict ? [[spaced(term), to.trim()] as const] : variants(term, to.trim())).toReversed(),
  );
  const expression = patternOf(spaced(term));
  const isJoinedOtherwise = (found: string) =>
    /-/.test(found) !== /-/.test(term) && / |-/.test(term);
  const kindOf = (text: string, start: number, end: number): TermMatch["kind"] => {
    if (!isWhole(text, start, end)) return "form";
    if (isJoinedOtherwise(text.slice(start, end))) return "spelling";
    if (isPlain && isInName(text, start, end)) return "name";
    if (isAlone && !standsAlone(text, start, end)) return "name";
    return results.has(spaced(text.slice(start, end))) ? "word" : "spelling";
  };
  return {
    inTargets,
    find: (text) =>
      [...text.matchAll(expression)].flatMap(({ index: start, 0: found }): TermMatch[] => {
        const end = start + found.length;
        const kind = kindOf(text, start, end);
        if (kind === "spelling" && spaced(found).toLowerCase() === to.trim().toLowerCase())
          return [];
        const result = results.get(spaced(found)) ?? "";
        return [{ kind, start, ...keepBreak({ text, start, end, to: result }) }];
      }),
  };
}

type Written = Pick<TermMatch, "end" | "to">;

/** Where the term stood on two lines, so does what replaces it; one word ends the first of them. */
function keepBreak({ text, start, end, to }: { text: string; start: number } & Written): Written {
  const found = text.slice(start, end);
  const gap = /(?<![ \t])[ \t]*\r?\n[ \t]*/.exec(found);
  if (gap === null) return { end, to };
  const words = to.split(" ");
  const at = Math.min(found.slice(0, gap.index).split(/\s+/).length, words.length - 1);
  if (at > 0) return { end, to: words.slice(0, at).join(" ") + gap[0] + words.slice(at).join(" ") };
  const goesOn = /^ (?=\S)/.test(text.slice(end, end + 2));
  return goesOn ? { end: end + 1, to: to + gap[0] } : { end, to };
}

/** Spellings of a term that a file must hold one of to be worth a look. */
export function spellingsOf(term: string): string[] {
  const word = term.split(/\s+/).reduce((best, own) => (own.length > best.length ? own : best), "");
  return [...new Set([word, capitalised(word)])];
}

/** Each spelling with what it becomes. */
function variants(from: string, to: string): (readonly [string, string])[] {
  const term = spaced(from);
  if (!/^\p{Ll}/u.test(term)) return [[term, to]];
  const capital = [capitalised(term), capitalised(to)] as const;
  if (!/[ -]/.test(term)) return [[term, to], capital];
  const everyWord = [titled(term, " "), titled(to, " ")] as const;
  return [[term, to], capital, everyWord, [titled(term, /[ -]/), titled(to, /[ -]/)]];
}

/** Words may stand on two lines where the page's own lines are short, and be joined by a hyphen, which is another spelling. */
function patternOf(term: string): RegExp {
  const gap = "(?:[ \\t]+|[ \\t]*\\r?\\n[ \\t]*|-)";
  const words = term.split(/ |(?<=\w)-(?=\w)/);
  return new RegExp(words.map(RegExp.escape).join(gap), "giu");
}

const letter = /[\p{L}\p{M}\p{N}]/u;

function isWhole(text: string, start: number, end: number): boolean {
  const opens = isWordAt(text, start) && goesOn(text, start, -1);
  const closes = isWordAt(text, end - 1) && goesOn(text, end - 1, 1);
  return !opens && !closes;
}

function isWordAt(text: string, at: number): boolean {
  return text[at] === "_" || letter.test(text.charAt(at));
}

/** An underscore may be emphasis, so what counts is the character behind it. */
function goesOn(text: string, at: number, direction: 1 | -1): boolean {
  let next = at + direction;
  for (let marks = 0; marks < 3 && text[next] === "_"; marks += 1) next += direction;
  return letter.test(text.charAt(next));
}

function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(
    Math.max(text.lastIndexOf("\n", start - 1) + 1, start - longestToken),
    start,
  );
  const after = /^[^\n]{0,300}/.exec(text.slice(end, end + 300))?.[0] ?? "";
  return /^[\s#>*_`]*$/.test(before) && /^[\s#*_`]*(?:\{[^{}]*\}\s*)?$/.test(after);
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

/** Every word begins with a capital; `gap` is what stands between words. */
function titled(text: string, gap: string | RegExp): string {
  const pieces = text.split(new RegExp(`(${gap instanceof RegExp ? gap.source : gap})`));
  return pieces.map(capitalised).join("");
}
