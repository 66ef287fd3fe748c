import { phraseOf, type Quote, quoteMark } from "./quotes.ts";
import type { ReplaceTask } from "./task.ts";

/** "Replace X with Y in PAGE", in its many wordings. Unquoted words must look like a term, not like a description. */
export function readReplace(clause: string, quotes: Quote[]): ReplaceTask[] {
  for (const { pattern, isSwapped, allowsArticle, isWordForWord } of forms) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const [, first = "", second = ""] = match;
    const scope = readScope(second, quotes);
    const { head, others } = chain(scope.rest);
    const pairs = isSwapped
      ? [{ from: scope.rest, to: first }]
      : [{ from: first, to: head }, ...others];
    return pairs.flatMap((pair) => taskOf({ pair, scope, allowsArticle, isWordForWord, quotes }));
  }
  return [];
}

type Form = {
  pattern: RegExp;
  isSwapped: boolean;
  allowsArticle: boolean;
  /** The verb can only mean the words themselves, so "data folder" is text and not a folder. */
  isWordForWord: boolean;
};

const forms: Form[] = [
  form(
    "(?:find and |search and |search for and )?(?:replace|swap(?: out)?) (.+?) (?:with|by|for) (.+)",
    { isWordForWord: true },
  ),
  form("substitute (.+?) (?:with|by) (.+)", { isWordForWord: true }),
  form("substitute (.+?) for (.+)", { isSwapped: true, isWordForWord: true }),
  form("(?:use|say|write) (.+?) (?:instead of|in place of|rather than) (.+)", {
    isSwapped: true,
    isWordForWord: true,
  }),
  form("rename (.+?) (?:to|into|as) (.+)", { allowsArticle: true }),
  form("(?:change|correct) (.+?) (?:to|into) (.+)"),
  // "Convert tables to lists" asks for work; only quoted text is sure to be meant word for word.
  form(`(?:update|convert|turn|switch) (.*?${quoteMark}) (?:to|into) (${quoteMark}.*)`),
  form("(.+?) (?:is|are) now (?:called|named|known as) (.+)", { allowsArticle: true }),
  form("(.+?) (?:has|have) been renamed (?:to|as|into) (.+)", { allowsArticle: true }),
];

function form(source: string, options: Partial<Omit<Form, "pattern">> = {}): Form {
  const { isSwapped = false, allowsArticle = false, isWordForWord = false } = options;
  return { pattern: new RegExp(`^${source}$`, "i"), isSwapped, allowsArticle, isWordForWord };
}

type Pair = { from: string; to: string };

/** "“a” with “b”, “c” with “d” and “e” with “f”": only quoted pieces can be told apart safely. */
function chain(text: string): { head: string; others: Pair[] } {
  const link = `(?:,|,? and) (${quoteMark}) (?:with|by|to|into) (${quoteMark})`;
  const match = new RegExp(`^(${quoteMark})((?:${link}){1,30})$`, "i").exec(text);
  if (match === null) return { head: text, others: [] };
  const links = [...(match[2] ?? "").matchAll(new RegExp(link, "gi"))];
  return { head: match[1] ?? "", others: links.map(([, from = "", to = ""]) => ({ from, to })) };
}

type Reading = Pick<Form, "allowsArticle" | "isWordForWord"> & {
  pair: Pair;
  scope: Scope;
  quotes: Quote[];
};

function taskOf(reading: Reading): ReplaceTask[] {
  const { pair, scope, allowsArticle, quotes } = reading;
  if ((reading.isWordForWord ? beginsWithPart : namesPart).test(pair.from)) return [];
  const named = termIn(pair.from.replace(/^.{1,60}? from (?=\S)/i, ""));
  const from = phraseOf(allowsArticle ? named.replace(/^(?:the|our) /i, "") : named, quotes);
  const to = phraseOf(termIn(pair.to), quotes);
  if (!from.isQuoted && !isTerm(from.text, descriptionOfOld, 6)) return [];
  if (!to.isQuoted && !isTerm(to.text, descriptionOfNew, 12)) return [];
  if (!from.isQuoted && isNumber(to.text) && !isNumber(from.text.split(" ").at(-1))) return [];
  if (/\.mdx?$/i.test(from.text) && /\.mdx?$/i.test(to.text)) return [];
  if (from.text.trim() === "" || from.text.length > 300 || to.text.length > 5000) return [];
  if (allowsArticle && !from.isQuoted && /^\p{Ll}/u.test(to.text)) from.text = lowered(from.text);
  const isWordy = !from.isQuoted && !to.isQuoted;
  const hasOneReading = scope.page === undefined || to.isQuoted;
  return [
    {
      kind: "replace",
      from: from.text,
      to: isWordy ? withKeptWords(from.text, to.text) : to.text,
      isCode: from.isCode,
      inCode: scope.inCode || from.isCode,
      except: scope.except,
      page: scope.page,
      wholeTo: hasOneReading ? undefined : phraseOf(scope.whole, quotes).text,
    },
  ];
}

/** Renaming a page or a heading is more than replacing its words wherever they stand. */
const part =
  "(?:page|file|folder|directory|section|heading|headline|chapter|title|description|group|tab|paragraph)\\b";
const namesPart = new RegExp(`\\b${part}`, "i");
const beginsWithPart = new RegExp(`^(?:the |our |this )?${part}`, "i");

/** "Workspaces are now called projects" begins with a capital only because the sentence does. */
function lowered(text: string): string {
  return /^\p{Lu}[\p{Ll} ]+$/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const onlyQuote = new RegExp(`^(?:[^\uE000]{1,60} )?(${quoteMark})(?: [^\uE000]{1,40})?$`);

/** The term itself: "all mentions of the term X" is X, "the button “X”" is “X”. */
function termIn(text: string): string {
  const quoted = onlyQuote.exec(text.trim())?.[1];
  if (quoted !== undefined) return quoted;
  return text
    .trim()
    .replace(
      /^(?:(?:all|every|each|any|the|of) )*(?:occurrences?|mentions?|instances?|uses?|references?) (?:of|to) /i,
      "",
    )
    .replace(
      /^(?:the )?(?:words?|terms?|phrase|text|string|wording|spelling|expression) (?=\S)/i,
      "",
    );
}

const descriptionOfOld =
  /^(?:the|an?|our|your|my|this|that|these|those|its?|their|all|any|some|every|everything|how|what|where|any)\b/i;
const descriptionOfNew =
  /^(?:an?|the|our|your|this|that|something|somewhere|one|ones|use|be|become|have|make|say|mention|include|explain|describe|show|reflect|match|follow|point|link|make|more|less|better|new)\b/i;

function isTerm(text: string, description: RegExp, mostWords: number): boolean {
  return (
    /[\p{L}\p{N}]/u.test(text) && !description.test(text) && text.split(" ").length <= mostWords
  );
}

/** "Change port 4040 to 4041" keeps the word "port". */
function withKeptWords(from: string, to: string): string {
  const words = from.split(" ");
  if (words.length < 2 || !isNumber(words.at(-1)) || !isNumber(to)) return to;
  return [...words.slice(0, -1), to].join(" ");
}

function isNumber(text = ""): boolean {
  return /^v?\d[\w.,:-]*$/i.test(text);
}

/** Where a replacement is wanted, taken off the end of the instruction. */
type Scope = {
  /** What is left when the scope is taken off. */
  rest: string;
  /** The same with the page still in it, because "in …" may belong to the text itself. */
  whole: string;
  page: string | undefined;
  inCode: boolean;
  except: string[];
};

const except =
  / \(?(?:but not|except|excluding|apart from|other than)(?: for)?(?: in| on)? ([^()]+)\)?$/i;
const code =
  / \(?(?:and )?(?:also|even|including|and)?,? ?(?:in |inside |within )?(?:the )?(?:code(?: blocks?| samples?| examples?| snippets?)?|snippets)(?: too| as well| also)?\)?$/i;
const saysCode = /\b(?:in|inside|within|including|also|even)\b/i;
const everywhere =
  / (?:everywhere|throughout|globally|site-?wide|(?:across|throughout|in|on|over)(?: all| every| each)?(?: of)?(?: the| our)?(?: whole| entire)?(?: docs?| documentation)?(?: pages?| docs?| documentation| files?| site| guides))$/i;
const onPage = / (?:only )?(?:in|on|within|inside|of) ([^,]+)$/i;

/** Reads "everywhere", "in the quickstart", "also in code" and "except in the changelog". */
function readScope(text: string, quotes: Quote[]): Scope {
  const scope: Scope = { rest: text, whole: text, page: undefined, inCode: false, except: [] };
  const excluded = cut(scope, except);
  if (excluded !== undefined) scope.except = names(excluded, quotes);
  if (saysCode.test(code.exec(scope.rest)?.[0] ?? ""))
    scope.inCode = cut(scope, code) !== undefined;
  const isEverywhere = cut(scope, everywhere) !== undefined;
  if (saysCode.test(code.exec(scope.rest)?.[0] ?? ""))
    scope.inCode ||= cut(scope, code) !== undefined;
  scope.whole = scope.rest;
  const page = isEverywhere ? undefined : cut(scope, onPage);
  if (page !== undefined) scope.page = phraseOf(page, quotes).text;
  return scope;
}

/** "the changelog, `a.md` and the glossary" as names. */
export function names(text: string, quotes: Quote[]): string[] {
  return text
    .split(/, (?:and )?| and /)
    .map((name) => phraseOf(name, quotes).text)
    .filter((name) => name !== "");
}

function cut(scope: Scope, pattern: RegExp): string | undefined {
  const match = pattern.exec(scope.rest);
  if (match === null || match.index === 0) return undefined;
  scope.rest = scope.rest.slice(0, match.index).replace(/[,;]$/, "");
  return match[1] ?? "";
}
