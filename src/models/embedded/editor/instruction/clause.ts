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
  /^(?:[\w.@~+[\]-]*\/[\w.@~+/[\]-]*|[\w@~+[\]-][\w.@~+[\]-]*\.(?:mdx?|markdown|json|ya?ml|toml|[cm]?[jt]s))(?=[\s,;:)]|['’]s |\.?$|\.\s)/;
const everyPage =
  /^(?:(?:all|every|each|any)(?: of)?(?: the)? (?:pages?|files?|docs?|documents?) (?:in|under|below|of|inside|within|from) )/i;
const pageNoun = "(?:page|file|document|doc|article|guide)";
const folderNoun = "(?:folder|directory|section of the docs)";

/** A page or folder by path, by a quoted name, or as "the keys page". */
export function takePlace(clause: Clause): Place | undefined {
  return attempt(clause, () => {
    const isFolder = take(clause, everyPage) !== undefined;
    const found =
      attempt(clause, () => takeNamed(clause)) ??
      takeWorded(clause) ??
      (isFolder ? undefined : takeBack(clause));
    if (!isFolder) return found;
    const folder = found ?? takeBare(clause);
    return folder && { ...folder, kind: folder.kind === "any" ? "folder" : folder.kind };
  });
}

/** "it", "that page": what was named before. */
function takeBack(clause: Clause): Place | undefined {
  const name = take(clause, backWord)?.[0];
  return name === undefined ? undefined : { name, kind: "back" };
}

const backWord = words(
  "it|there|(?:this|that)(?: (?:same|new))? (?:page|file)|the (?:(?:same|new|moved|renamed) )?(?:page|file)",
);

/** One word that names a folder or a page, as in "in guides". Whether there is one is seen later. */
export function takeBare(clause: Clause): Place | undefined {
  return takeBares(clause, loneName)[0];
}

function takeBares(clause: Clause, pattern: RegExp): Place[] {
  return (
    attempt(clause, () => {
      const found = take(clause, pattern)?.[0];
      const names = found?.split(/(?:,| and| or| nor) (?:(?:and|or|in) )?/).map(bareName) ?? [];
      return names.length === 0 || names.some((name) => notNames.test(name) || notBare.test(name))
        ? undefined
        : names;
    })?.map((name) => ({ name, kind: "any" })) ?? []
  );
}

/** Parts of pages and languages: with no word such as "page" beside them they need not name a file. */
const notBare =
  /^(?:tables?|lists?|images?|pictures?|captions?|comments?|examples?|samples?|notes?|tips?|warnings?|admonitions?|callouts?|urls?|quotes?|footnotes?|titles?|descriptions?|labels?|sentences?|paragraphs?|words?|text|steps?|elsewhere|somewhere|places|particular|general|future|order|english|german|french|spanish|chinese|japanese|korean|russian|portuguese|italian)$/i;

function bareName(text: string): string {
  return text.trim().replace(/^(?:the|our) /i, "");
}

const bareWord = "(?:(?:the|our) )?[a-z][\\w-]{0,60}";
const bareList = `${bareWord}(?:, ${bareWord}){0,12},? (?:and|or|nor) (?:in )?${bareWord}`;
/** "except in old code" names no place "old": what may follow a name is known. */
const nameEnd =
  "(?=[,.;:!?)]|$| (?:and|or|nor|but|except|only|alone|as|out|unchanged|untouched|intact|with|to|into|from|then|please|thanks|everywhere|too|match(?:ing)?|case|stays?|remains?|should|must|is|are|in|on|replace|change|rename|use|swap|add|insert|put|set|give|fix|repair|fill|that|which|lacks?";
const loneName = new RegExp(`^${bareWord}${nameEnd})\\b)`, "i");
const plainList = new RegExp(`^${bareList}${nameEnd}|folders|directories|pages|files)\\b)`, "i");
const folderList = words(`(${bareList}) (?:(folders|directories)|pages|files)`);
const folderLead = words("(?:the |our )?(?:(folders|directories)|pages|files) (?=[a-z])");

/** "the folders es, fr and zh", "the es, fr and zh folders". */
function takeFolders(clause: Clause): Place[] {
  return (
    attempt(clause, () => {
      const lead = take(clause, folderLead);
      const behind = lead === undefined ? folderList.exec(clause.rest) : undefined;
      const places = lead !== undefined || behind ? takeBares(clause, plainList) : [];
      if (behind) take(clause, words("folders|directories|pages|files"));
      const kind = (lead ?? behind)?.[lead === undefined ? 2 : 1] === undefined ? "page" : "folder";
      return places.length === 0 ? undefined : places.map(({ name }) => ({ name, kind }) as const);
    }) ?? []
  );
}

function takeNamed(clause: Clause): Place | undefined {
  const lead = take(clause, placeLead);
  if (lead === undefined) take(clause, /^(?:the|our|this) (?=\uE000|[\w.@~+-]{1,100}\/)/i);
  const path = take(clause, pathToken)?.[0].replace(/\.$/, "");
  const name =
    path ?? takeQuote(clause)?.text ?? (lead === undefined ? undefined : takeBare(clause)?.name);
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
  `(?:the |our )?([\\w'’-]+(?: [\\w'’-]+){0,4}?) (?:(${pageNoun})(?!/)|(folder|directory))`,
);
const notNames =
  /\b(?:all|every|each|any|other|some|these|those|this|that|it|them|and|or|in|on|but|except|not|with|to|new|only|once|also|too|please|everywhere|a|an|my|there|here|match|case|leave|keep|skip|ignore|spare|fix|do|don|make|code|anything|everything|nothing|else|if|when|where|about|same|moved|renamed|be|alone|unchanged|untouched|intact|out|folders?|director(?:y|ies)|pages?|files?|links?|broken|missing|add|insert|put|append|create|write|set|give|delete|remove|move|rename|replace|change|update|use|has|is|are|should|must|so|for|from|of|by|as|then|its|into|onto|under|below|within|inside|called|named|titled)\b/i;

function kindBehind(clause: Clause, kind: Place["kind"]): Place["kind"] {
  const noun = take(clause, words(`(${pageNoun})|${folderNoun}`));
  if (noun === undefined) return kind;
  return noun[1] === undefined ? "folder" : "page";
}

/** "a, b and c". `mayBeBare`: single words may name a place. */
export function takePlaces(clause: Clause, mayBeBare = false): Place[] {
  const places: Place[] = takeFolders(clause);
  const next = (isJoined: boolean): Place[] => {
    const place = takePlace(clause);
    if (place !== undefined) return [place];
    if (!mayBeBare) return [];
    const list = takeBares(clause, plainList);
    const bare = list.length === 0 && isJoined ? takeBare(clause) : undefined;
    return bare === undefined ? list : [bare];
  };
  for (let found = places.length === 0 ? next(true) : places; found.length > 0; ) {
    if (found !== places) places.push(...found);
    found =
      attempt(clause, () => {
        const isJoined = take(clause, words("and|or|nor")) !== undefined;
        take(clause, words("also |in |on |from "));
        const more = takeFolders(clause);
        const all = more.length > 0 ? more : next(isJoined);
        return all.length === 0 ? undefined : all;
      }) ?? [];
  }
  return places;
}
