import { attempt, type Clause, peek, take, takeAll } from "./clause.ts";
import { takeGlue } from "./glue.ts";
import { fieldNames } from "./lexicon.ts";
import type { Quote } from "./quotes.ts";
import { readScope, takePlaces, type WideScope } from "./read-scope.ts";
import type { FrontMatterTask, Task } from "./task.ts";
import { type Token, wordsOf } from "./tokens.ts";

const isKnown = new RegExp(`^(?:${fieldNames})$`, "i");
/** Of those the ones that mean the front matter wherever they are named. */
const isPlain =
  /^(?:title|description|sidebar_?(?:title|label|position)|keywords|tags|slug|draft|hidden|noindex|unlisted)$/i;
const verbs =
  "!set|!change|!replace|!update|!add|!put|!give|!make|!use|!fill|!have|!remove|!delete|!append";

/** Names and values as they come; a value may stand before its name. */
type Reading = {
  verb: string;
  isSaid: boolean;
  field: string | undefined;
  fields: string[];
  value: Scalar | undefined;
  set: FrontMatterTask["set"];
  /** Where the values come from, when they are not given. */
  source: "" | "lacking" | "heading" | "text";
  isWish: boolean;
  isLacking: boolean;
};

type Scalar = string | number | boolean;

/** "Set the description of a.md to “…”", "give a.md the title “…”", "add missing titles". */
export function readFrontMatter(clause: Clause, scope: WideScope): Task[] | undefined {
  const isSaid = clause.tokens.some(({ part }) => part === "front-matter");
  const none = { field: undefined, fields: [], value: undefined, set: {} };
  const own: Reading = { verb: "", isSaid, ...none, source: "", isWish: false, isLacking: false };
  const isWhole = takeAll(clause, [
    () => takeVerb(clause, own),
    () => takeField(clause, own),
    () => takeValue(clause, own),
    () => takeSource(clause, own),
    () => takeStaying(clause, own),
    () => takeWhere(clause, scope),
    () => takeGlue(clause, "front-matter"),
  ]);
  if (!isWhole) return undefined;
  const { only, notIn, alsoIn, onlyIn, isEverywhere } = scope;
  const isElsewhere =
    onlyIn?.some((part) => part !== "front-matter") || notIn.length + alsoIn.length > 0;
  const fields = isElsewhere ? undefined : fieldsOf(own);
  if (fields === undefined || (fields.fill.length === 0 && only.length > 0 === isEverywhere))
    return undefined;
  return [{ kind: "front-matter", only: [], except: [], ...fields }];
}

function takeVerb(clause: Clause, own: Reading): boolean {
  const verb = take(clause, verbs)?.[0]?.is;
  if (verb === undefined || own.verb !== "") return false;
  own.verb = verb;
  return true;
}

/** "of a.md", "to all pages in guides", "its", "a.md's", "in the front matter of a.md" */
function takeWhere(clause: Clause, scope: WideScope): boolean {
  const part = take(clause, "in|of|to|on|into|from|for? its? part only?");
  if (part !== undefined) return part.some((token) => token.part === "front-matter");
  if (peek(clause) === "its" && !/^(?:field|title-q)$/.test(peek(clause, 1))) return false;
  const isOwn = take(clause, "to") !== undefined || /^(?:place|its?|page|Q)$/.test(peek(clause));
  const places = isOwn ? takePlaces(clause) : undefined;
  if (places === undefined) return readScope(clause, scope);
  const isSame = places.every(({ kind }) => kind === "back");
  if (scope.only.length > 0 && !isSame) return false;
  if (scope.only.length === 0) scope.only.push(...places);
  return true;
}

function takeField(clause: Clause, own: Reading): boolean {
  const isMarked = take(clause, "field-noun") !== undefined;
  const token = clause.tokens[clause.at];
  const name = token && nameIn(token);
  if (name === undefined || !/^[A-Za-z][\w-]{0,60}$/.test(name)) return false;
  const isLine = clause.at === 0 && peek(clause, 1) === ":";
  clause.at += 1;
  own.isWish ||= isLine;
  const isSure = take(clause, "field-noun|text") !== undefined || isMarked;
  const isCode = token?.quote?.isCode === true;
  const isRemoval = own.verb === "!remove" || own.verb === "!delete";
  const isSet = own.verb === "!set" || (own.verb === "!add" && !isCode);
  const isMeant = isRemoval
    ? isCode && isKnown.test(name)
    : isPlain.test(name) || (isSet && (isCode || isKnown.test(name)));
  // A word that is neither known nor marked is a field only beside "front matter".
  const isWord =
    token?.is === "other" &&
    !/[a-z][A-Z]|_/.test(name) &&
    !isLine &&
    !/^(?:to|as|:|field-noun|should-be)$/.test(peek(clause));
  const isNamed = isSure || own.isSaid || isMeant || (isLine && /[a-z][A-Z]|_/.test(name));
  if (!isNamed || isWord || own.fields.includes(name)) return false;
  if (
    own.field !== undefined &&
    own.value === undefined &&
    own.source === "" &&
    !isRemoval &&
    !(own.field in own.set) &&
    own.fields.length === 0
  )
    return false;
  own.fields.push(name);
  own.field = name;
  if (own.value !== undefined) own.set[name] = own.value;
  if (own.value !== undefined) own.field = undefined;
  own.value = undefined;
  return true;
}

function nameIn(token: Token): string | undefined {
  if (token.is === "field") return token.field;
  if (token.is === "title-q") return /title/i.test(wordsOf(token)) ? "title" : undefined;
  if (token.is === "Q") return token.quote?.isCode ? token.quote.text : undefined;
  return token.is === "other" ? wordsOf(token) : undefined;
}

function takeValue(clause: Clause, own: Reading): boolean {
  const hadOld = own.field !== undefined && take(clause, "from Q to|into") !== undefined;
  if (hadOld) clause.at -= 1;
  if (
    /^(?:to|as|with|should-be|:|becomes|says)$/.test(peek(clause)) &&
    /^(?:Q|number|true|false|:|field|title-q|term|text)$/.test(peek(clause, 1))
  ) {
    own.isWish ||= take(clause, "should-be") !== undefined;
    take(clause, "to|as|with|becomes|says");
    take(clause, ": ?");
  }
  take(clause, "term|text|field-noun");
  take(clause, ":");
  const token = take(clause, "Q|number|true|false")?.[0];
  if (token === undefined && attempt(clause, () => takeBareValue(clause, own))) return true;
  if (token === undefined)
    return /^(?:field|title-q)$/.test(peek(clause)) && own.value !== undefined;
  const line = own.field === undefined ? lineOf(token.quote, own) : undefined;
  if (line !== undefined) {
    if (own.verb !== "!remove" && own.verb !== "!delete") Object.assign(own.set, line);
    own.fields.push(...Object.keys(line));
    return true;
  }
  const value =
    token.quote === undefined
      ? scalarOf(wordsOf(token))
      : token.quote.isCode
        ? scalarOf(token.quote.text)
        : token.quote.text;
  if (own.field === undefined) {
    if (own.value !== undefined || own.verb !== "!use") return false;
    own.value = value;
    return true;
  }
  own.set[own.field] = value;
  own.field = undefined;
  return true;
}

/** "to Hono Documentation": words with capitals, to the end of what is said. */
function takeBareValue(clause: Clause, own: Reading): boolean {
  if (own.field === undefined || take(clause, "to|as") === undefined) return false;
  const words: Token[] = [];
  for (
    let token = clause.tokens[clause.at];
    token?.is === "other";
    token = clause.tokens[clause.at]
  ) {
    words.push(token);
    clause.at += 1;
  }
  const isTitle = words.every((token) => /^[\p{Lu}\d]/u.test(wordsOf(token)));
  const [first] = words;
  if (first === undefined || !isTitle || words.length > 8 || !/^(?:|;|,)$/.test(peek(clause)))
    return false;
  own.set[own.field] = first.text.slice(first.start, words.at(-1)?.end);
  own.field = undefined;
  return true;
}

/** "titleTemplate stays": a field that is not set. */
function takeStaying(clause: Clause, own: Reading): boolean {
  const name = nameIn(clause.tokens[clause.at] ?? clause.tokens[0] ?? noToken);
  clause.at += 1;
  return name !== undefined && !(name in own.set) && take(clause, "stays") !== undefined;
}

const noToken: Token = { is: "", text: "", start: 0, end: 0 };

/** `draft: true` as one field; a sentence with a colon is none. */
function lineOf(
  quote: Quote | undefined,
  { isSaid, verb }: Reading,
): Record<string, Scalar> | undefined {
  const match = /^([A-Za-z][\w-]{0,60}):\s+(\S[^\n]{0,4000})$/.exec(quote?.text ?? "");
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  if (!isSaid && verb !== "!set" && !(quote?.isCode && isKnown.test(match[1]))) return undefined;
  return { [match[1]]: scalarOf(match[2].trim().replace(/^(["'])(.*)\1$/, "$2")) };
}

function scalarOf(text: string): Scalar {
  if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
}

function takeSource(clause: Clause, own: Reading): boolean {
  const found = take(clause, "lacking|own-heading|own-text|one")?.[0]?.is;
  if (found === undefined) return false;
  if (found === "own-heading") own.source = "heading";
  if (found === "own-text") own.source = "text";
  own.isLacking ||= found === "lacking";
  if (found === "lacking" && own.source === "") own.source = "lacking";
  return found !== "one" || own.source !== "";
}

function fieldsOf({
  verb,
  fields,
  set,
  source,
  value,
  isWish,
  isSaid,
  isLacking,
}: Reading): Pick<FrontMatterTask, "set" | "fill"> | undefined {
  const isGiven = Object.keys(set).length > 0;
  if (value !== undefined) return undefined;
  if (verb === "!remove" || verb === "!delete") {
    if (isGiven || source !== "" || fields.length === 0) return undefined;
    return { set: Object.fromEntries(fields.map((name) => [name, null])), fill: [] };
  }
  if (isGiven)
    return (source === "" || source === "lacking") &&
      fields.every((name) => name in set) &&
      (verb !== "" || isWish) &&
      verb !== "!fill"
      ? { set, fill: [] }
      : undefined;
  const named = fields.length === 0 && isSaid ? ["title", "description"] : fields;
  const fill = (["title", "description"] as const).filter((name) => named.includes(name));
  const isFit =
    source === "lacking" || fill.join() === (source === "heading" ? "title" : "description");
  const isAsked =
    /^!(?:fill|add|have|give|set)$/.test(verb) ||
    (verb === "" && source !== "lacking" && isLacking);
  return source !== "" && isFit && isAsked && fill.length > 0 && fill.length === named.length
    ? { set: {}, fill }
    : undefined;
}
