import { type Quote, quoteMark, unmask } from "./quotes.ts";
import type { Place } from "./task.ts";

/** A sentence that is read from its beginning to its end: every word is taken by something, or it is not understood. */
export type Clause = { rest: string; quotes: Quote[] };

/** Takes what the pattern finds at the beginning, with the blanks and commas behind it. */
export function take(clause: Clause, pattern: RegExp): RegExpExecArray | undefined {
  const match = pattern.exec(clause.rest);
  if (match === null || match.index !== 0 || match[0] === "") return undefined;
  clause.rest = clause.rest.slice(match[0].length).replace(/^[\s,]+/, "");
  return match;
}

/** A pattern for the beginning of a clause: words as they are, `Q` for a quotation. Nothing of a longer word is taken. */
export function words(source: string): RegExp {
  return new RegExp(
    `^(?:${source.replaceAll("Q", `(${quoteMark})`)})(?!(?<=[\\w-])(?:[\\w-]|[./]\\w))`,
    "i",
  );
}

export function takeQuote(clause: Clause): Quote | undefined {
  const mark = take(clause, new RegExp(`^${quoteMark}`))?.[0];
  return mark === undefined ? undefined : quoteAt(clause, mark);
}

export function quoteAt({ quotes }: Clause, mark: string): Quote | undefined {
  return quotes[Number(/\d+/.exec(mark)?.[0])];
}

/** Whether nothing is left but the end of the sentence. */
export function isRead({ rest }: Clause): boolean {
  return /^[\s,.!?;:)]*(?:please|thanks|thank you)?[\s,.!?;:)]*$/i.test(rest);
}

/** What is left, as the person wrote it. */
export function unread({ rest, quotes }: Clause): string {
  return unmask(rest, quotes).trim();
}

/** Reads as a whole or not at all. */
export function attempt<Read>(clause: Clause, read: () => Read | undefined): Read | undefined {
  const { rest } = clause;
  const found = read();
  if (found === undefined) clause.rest = rest;
  return found;
}

const pathToken =
  /^(?:[\w.@~+[\]-]*\/[\w.@~+/[\]-]*|[\w@~+[\]-][\w.@~+[\]-]*\.(?:mdx?|markdown|json|ya?ml|toml|[cm]?[jt]s))(?=[\s,;:)]|\.?$|\.\s)/;
const everyPage =
  /^(?:(?:all|every|each|any)(?: of)?(?: the)? (?:pages?|files?|docs?|documents?) (?:in|under|below|of|inside|within|from) )/i;
const pageNoun = "(?:page|file|document|doc|article|guide)";
const folderNoun = "(?:folder|directory|section of the docs)";

/** A page or folder by path, by a quoted name, or as "the keys page". */
export function takePlace(clause: Clause): Place | undefined {
  return attempt(clause, () => {
    const isFolder = take(clause, everyPage) !== undefined;
    const found = attempt(clause, () => takeNamed(clause)) ?? takeWorded(clause);
    if (!isFolder) return found;
    const folder = found ?? takeBare(clause);
    return folder && { ...folder, kind: folder.kind === "any" ? "folder" : folder.kind };
  });
}

/** One word that names a folder or a page, as in "in guides". Whether there is one is seen later. */
export function takeBare(clause: Clause): Place | undefined {
  const name = /^(?:the )?([a-z][\w-]*)(?=[\s,.;)]|$)/i.exec(clause.rest)?.[1];
  if (name === undefined || notNames.test(name)) return undefined;
  take(clause, /^(?:the )?[\w-]+/i);
  return { name, kind: "any" };
}

function takeNamed(clause: Clause): Place | undefined {
  const lead = take(clause, placeLead);
  if (lead === undefined) take(clause, /^(?:the|our|this) (?=\uE000)/i);
  const path = take(clause, pathToken)?.[0].replace(/\.$/, "");
  const name = path ?? takeQuote(clause)?.text;
  const kind = lead?.[1] !== undefined ? "page" : lead?.[2] !== undefined ? "folder" : "any";
  return name === undefined ? undefined : { name, kind: kindBehind(clause, kind) };
}

function takeWorded(clause: Clause): Place | undefined {
  const worded = attempt(clause, () => {
    const match = take(clause, wordedPlace);
    return match?.[1] === undefined || notNames.test(match[1]) ? undefined : match;
  });
  if (worded?.[1] !== undefined)
    return { name: worded[1], kind: worded[2] === undefined ? "folder" : "page" };
  const known = take(clause, wellKnown)?.[1];
  return known === undefined ? undefined : { name: known, kind: "any" };
}

const placeLead = words(
  `(?:the |our |this |that )*(?:(${pageNoun})|(${folderNoun}))s? (?:(?:called|named|titled|at) )?(?=\\S)`,
);
const wellKnown = words(
  "(?:the |our )?(changelog|change log|release notes|readme|quick ?start|glossary|home ?page|index|introduction|faq)s?",
);
const wordedPlace = words(
  `(?:the |our )?([\\w'’-]+(?: [\\w'’-]+){0,4}?) (?:(${pageNoun}s?)(?!/)|(folder|directory))`,
);
const notNames =
  /\b(?:all|every|each|any|other|some|these|those|this|that|it|them|and|or|in|on|but|except|not|with|to|new|only|once|also|too|please|everywhere|a|an|my)\b/i;

function kindBehind(clause: Clause, kind: Place["kind"]): Place["kind"] {
  const noun = take(clause, words(`(${pageNoun})|${folderNoun}`));
  if (noun === undefined) return kind;
  return noun[1] === undefined ? "folder" : "page";
}

/** "a, b and c". */
export function takePlaces(clause: Clause): Place[] {
  const places: Place[] = [];
  for (let place = takePlace(clause); place !== undefined; ) {
    places.push(place);
    place = attempt(clause, () => {
      take(clause, words("and|or|nor"));
      take(clause, words("also |in |on |from "));
      return takePlace(clause);
    });
  }
  return places;
}
