import type { TermPart } from "../../../../docs/edit/replace-in-page.ts";
import { languageNames } from "../files/language-folders.ts";
import { takeAside } from "./asides.ts";
import { reasonStart } from "./background.ts";
import { fieldNames, knownPages, notNames, turns } from "./lexicon.ts";
import type { Quote } from "./quotes.ts";
import type { Place } from "./task.ts";

/** A word or turn of phrase with its meaning; what it means that no list knows is "other". */
export type Token = {
  is: string;
  /** Where it stands in its paragraph. */
  text: string;
  start: number;
  end: number;
  quote?: Quote;
  place?: Place;
  part?: TermPart;
  field?: string;
  language?: string;
  /** What background names. */
  places?: Place[];
};

const parts: ReadonlySet<string> = new Set([
  "headings",
  "code",
  "front-matter",
  "navigation",
  "prose",
]);
const patterns = turns.map(([is, source]): [string, RegExp] => [is, turn(source)]);
const field = turn(`(?:page |meta )?(?:${fieldNames})`);
const page = turn(`(?:the |our )?(?:${knownPages})s?(?: (?:page|file))?`);
const path =
  /(?:[\w.@~+[\]-]*\/[\w.@~+/[\]-]*|[\w@~+[\]-][\w.@~+[\]-]*\.(?:mdx?|markdown|json|ya?ml|toml|[cm]?[jt]s))(?=[\s,;:)]|'s |[.?!]?$|[.?!]\s)/y;
const quote = /\uE000(\d{1,5})\uE001/y;
const value = /-?\d{1,9}(?=[\s,;]|\.?$|\.\s)/y;
const mark = /(?:[.!?]+(?=\s|$)|[;:,()]|(?:--?|[–—])(?=\s)|'s\b)/y;
const asideStart = /(?:together|along|including|with|keeping|without|while|so|plus|updating) /iy;
const word = /[^\s,;:()\uE000]+/y;

function turn(source: string): RegExp {
  return new RegExp(`(?:${source})(?!(?<=[\\w-])(?:[\\w-]|[./]\\w))`, "iy");
}

/** The meanings in a paragraph, one after the other. `isAsked`: a request stands before it. */
export function tokensOf(text: string, quotes: Quote[], isAsked = false): Token[] {
  const plain = text.replaceAll("’", "'");
  const tokens: Token[] = [];
  let isStart = true;
  let isJoined = false;
  let isBehind = isAsked;
  for (let at = 0; at < plain.length; ) {
    if (/\s/.test(plain.charAt(at))) {
      at += 1;
      continue;
    }
    const isReason = find(reasonStart, plain, at) !== undefined;
    const standing = isReason ? "reason" : isBehind ? "after" : "before";
    const mayBe: boolean = isStart || isReason || find(asideStart, plain, at) !== undefined;
    const isOwn = isReason || (isStart && !isJoined);
    const found: Found =
      (mayBe
        ? takeAside(plain, at, { standing: isOwn ? standing : undefined, quotes })
        : undefined) ?? tokenAt(plain, at, quotes);
    const end = at + found.length;
    const token: Token = { ...found.token, text, start: at, end };
    at = end;
    if (token.is === "") {
      isStart &&=
        !/^(?:the|an?|our|your|their|these|those|this|that|all|every|each|any|i'd|we'd|i|we|could|can|would)\b/i.test(
          plain.slice(token.start, token.end),
        );
      continue;
    }
    isStart = /^(?:[.;,:-]|and|but|aside)$/.test(token.is) || endsSentence(token, plain);
    isJoined = /^(?:and|but|:)$/.test(token.is);
    isBehind ||= token.is.startsWith("!");
    tokens.push(token);
    if (endsSentence(token, plain)) tokens.push({ is: ".", text, start: end, end });
  }
  return withPaths(withLanguages(withPlaces(tokens)));
}

/** “… in two commands.” Then another sentence: the full stop of the quotation is that of the request too. */
function endsSentence({ quote: said, end }: Token, text: string): boolean {
  return (
    said !== undefined && /[.!?]$/.test(said.text.trim()) && /^\s+\p{Lu}/u.test(text.slice(end))
  );
}

type Found = { length: number; token: Omit<Token, "text" | "start" | "end"> };

function tokenAt(text: string, at: number, quotes: Quote[]): Found {
  const marked = find(quote, text, at);
  const own = marked && quotes[Number(marked[1])];
  if (marked && own) return { length: marked[0].length, token: { is: "Q", quote: own } };
  const named = find(path, text, at)?.[0].replace(/(?<!\.)\.+$/, "");
  if (named !== undefined) return placed(named.length, named, "any");
  const sign = find(mark, text, at)?.[0];
  if (sign !== undefined && !sign.startsWith("->"))
    return { length: sign.length, token: { is: signs[sign.charAt(0)] ?? sign.charAt(0) } };
  return turnAt(text, at) ?? unknown(text, at);
}

const signs: Record<string, string> = {
  "!": ".",
  "?": ".",
  "–": "-",
  "—": "-",
  "(": ",",
  ")": ",",
  "'": "",
};

function turnAt(text: string, at: number): Found | undefined {
  let best: Found | undefined;
  const keep = (length: number, token: Found["token"]) => {
    if (length > (best?.length ?? 0)) best = { length, token };
  };
  for (const [is, pattern] of patterns)
    keep(
      find(pattern, text, at)?.[0].length ?? 0,
      parts.has(is) ? { is: "part", part: is as TermPart } : { is },
    );
  const known = find(page, text, at)?.[0] ?? "";
  const name = known.replace(/^(?:the|our) /i, "").replace(/ (?:page|file)$/i, "");
  keep(known.length, {
    is: "place",
    place: {
      name: name.replace(/^(readme|changelog)s$/i, "$1"),
      kind:
        /(?:page|file)$/i.test(known) && !/^(?:the |our )?home ?page$/i.test(known)
          ? "page"
          : "any",
    },
  });
  const named = find(field, text, at)?.[0] ?? "";
  keep(named.length, {
    is: "field",
    field: named.replace(/^(?:page|meta) /i, "").replace(/^(title|description)s$/i, "$1"),
  });
  const digits = find(value, text, at)?.[0] ?? "";
  keep(digits.length, { is: "number" });
  return best;
}

function unknown(text: string, at: number): Found {
  const own = find(word, text, at)?.[0].replace(/(?<![.!?])[.!?]+$/, "") ?? "";
  return { length: Math.max(1, own.length), token: { is: "other" } };
}

function find(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function placed(length: number, name: string, kind: Place["kind"]): Found {
  return { length, token: { is: "place", place: { name, kind } } };
}

export function wordsOf({ text, start, end }: Token): string {
  return text.slice(start, end);
}

const nouns: Record<string, Place["kind"]> = {
  page: "page",
  folder: "folder",
  folders: "folder",
  pages: "folder",
};
const maxWords = 4;

/** "the keys page", "the guides folder", "folder guides": a place with the noun beside it. */
function withPlaces(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const kind = nouns[token.is];
    const last = result.at(-1);
    const next = tokens[index + 1];
    if (kind !== undefined && last?.place && !isApart(last, token)) {
      if (token.is !== "pages") last.place = { ...last.place, kind };
      last.end = token.end;
      continue;
    }
    const named = kind === "page" ? nameBehind(tokens, index) : undefined;
    if (named !== undefined) {
      for (const word of nameBefore(result)) result.splice(result.indexOf(word), 1);
      for (const word of named) word.is = "";
      result.push({
        ...token,
        ...{ is: "place", end: named.at(-1)?.end ?? token.end },
        place: { name: token.text.slice(named.at(0)?.start, named.at(-1)?.end), kind: "page" },
      });
      continue;
    }
    if (token.is === "") continue;
    const name = kind === undefined ? [] : nameBefore(result);
    if (kind === "page" && next?.place && isPath(next) && name.every(({ is }) => is === "other")) {
      const [own] = name;
      if (own) result.splice(-name.length);
      if (own) next.place = { ...next.place, hint: own.text.slice(own.start, name.at(-1)?.end) };
      result.push(token);
      continue;
    }
    const [first] = name;
    if (kind !== undefined && first !== undefined) {
      result.splice(-name.length);
      const own = token.text.slice(first.start, name.at(-1)?.end);
      result.push({ ...first, is: "place", end: token.end, place: { name: own, kind } });
      continue;
    }
    const lead = last && nouns[last.is];
    if (lead !== undefined && last && token.place) {
      result.pop();
      result.push({
        ...token,
        start: last.start,
        place: { ...token.place, kind: last.is === "pages" ? "any" : lead },
      });
      continue;
    }
    const isNamed = next?.is === "other" && /^[\p{L}\p{N}][\w-]{0,60}$/u.test(wordsOf(next));
    if (
      kind === "folder" &&
      token.is === "folder" &&
      next &&
      isNamed &&
      tokens[index + 2]?.is !== "other"
    )
      next.is = "bare-folder";
    if (token.is === "bare-folder" && last) {
      result.pop();
      result.push({
        ...token,
        is: "place",
        start: last.start,
        place: { name: wordsOf(token), kind: "folder" },
      });
      continue;
    }
    result.push(token);
  }
  return result;
}

function isPath(token: Token | undefined): boolean {
  return /\.mdx?$/i.test(token?.place?.name ?? "");
}

/** "the guide on key rotation", "the post adding-a-badge": the words that name it. */
function nameBehind(tokens: Token[], index: number): Token[] | undefined {
  const next = tokens[index + 1];
  if (next?.is === "other" && isName(next) && /^\w+(?:-\w+)+$/.test(wordsOf(next))) return [next];
  const isLed = next !== undefined && /^(?:on|about)$/i.test(wordsOf(next));
  const end = tokens.findIndex((own, at) => at > index + 1 && !(own.is === "other" && isName(own)));
  const words = isLed ? tokens.slice(index + 2, end === -1 ? tokens.length : end) : [];
  const stop = end === -1 ? "" : (tokens[end]?.is ?? "");
  if (
    next === undefined ||
    words.length === 0 ||
    words.length > 4 ||
    !/^(?:|[,.;:]|Q|to|and|!.*)$/.test(stop)
  )
    return undefined;
  next.is = "";
  return words;
}

/** "the keys page (docs/keys.md)": the path says which. */
function withPaths(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const [last, before] = [result.at(-1), result.at(-2)];
    const isPath = token.place !== undefined && /\.\w+$/.test(token.place.name);
    const isBraced = last?.is === "," && wordsOf(last) === "(" && tokens[index + 1]?.is === ",";
    if (
      isPath &&
      isBraced &&
      before?.place?.kind === "page" &&
      token.place &&
      !/[/.]/.test(before.place.name)
    ) {
      result.splice(-2, 2, { ...token, place: { ...before.place, ...token.place } });
      continue;
    }
    result.push(token);
  }
  return result;
}

/** The language that is named, or `all`. */
export function languageOf(token: Token): string | undefined {
  if (token.is !== "language") return undefined;
  const words = wordsOf(token).toLowerCase();
  return /\b(?:all|every|each)\b/.test(words)
    ? "all"
    : (words.split(" ").find((own) => languageNames.split("|").includes(own)) ?? "english");
}

/** "the Spanish keys page": the language goes with the page. */
function withLanguages(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const last = result.at(-1);
    const language = last && languageOf(last);
    if (token.place === undefined || language === undefined || !last || isApart(last, token)) {
      result.push(token);
      continue;
    }
    result.splice(-1, 1, { ...token, start: last.start, place: { ...token.place, language } });
  }
  return result;
}

/** Something stands between them. */
function isApart(one: Token, other: Token): boolean {
  return (
    one.text !== other.text ||
    /[^\s]/.test(one.text.slice(one.end, other.start).replace(/\b(?:the|our|this)\b/gi, ""))
  );
}

function nameBefore(tokens: Token[]): Token[] {
  const name: Token[] = [];
  for (const token of tokens.toReversed()) {
    const isNoun = token.is === "part" || token.is === "field" || token.is === "section";
    if (name.length === maxWords || !(token.is === "other" ? isName(token) : isNoun)) break;
    name.unshift(token);
  }
  while (name[0] !== undefined && name[0].is !== "other" && name.length > 1) name.shift();
  return name.some(({ is }) => is === "other") || name.length === 1 ? name : [];
}

/** A word that may be the name of a place, or a part of one. */
export function isName(token: Token): boolean {
  const text = wordsOf(token);
  return token.is === "other" && /^[\p{L}\p{N}][\w'&.-]{0,60}$/u.test(text) && !notNames.test(text);
}
