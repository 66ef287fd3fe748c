import { phraseOf, type Quote } from "./quotes.ts";

/** Where a replacement is wanted, taken off the end of the instruction. */
export type Scope = {
  /** What is left when the scope is taken off. */
  rest: string;
  /** The same with the page still in it, because "in …" may belong to the text itself. */
  whole: string;
  page?: string;
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
export function readScope(text: string, quotes: Quote[]): Scope {
  const scope: Scope = { rest: text, whole: text, inCode: false, except: [] };
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
