import {
  attempt,
  type Clause,
  isRead,
  take,
  takeBare,
  takePlace,
  takePlaces,
  takeQuote,
  words,
} from "./clause.ts";
import type { Quote } from "./quotes.ts";
import { readScope, type WideScope } from "./read-scope.ts";
import type { FrontMatterTask, Task } from "./task.ts";

/** Names of fields that can be nothing else on a page; others must be written as code, or called a field. */
const known =
  "title|description|sidebarTitle|sidebar_label|sidebar_title|sidebar_position|keywords|tags|icon|slug|draft|hidden|layout|summary|mode|image|search|hide|status|template|outline|navbar|aside|noindex|unlisted|weight|order";
const isKnown = new RegExp(`^(?:${known})$`, "i");
/** Of those the ones that mean the front matter wherever they are named. */
const isPlain =
  /^(?:title|description|sidebar_?(?:title|label|position)|keywords|tags|slug|draft|hidden|noindex|unlisted)$/i;
const frontMatter = "(?:front ?-?matter|meta ?data)";
const fieldNoun = "(?:field|key|property|value|entry|line)";

export function readFrontMatter(clause: Clause, scope: WideScope): Task[] | undefined {
  const whole = clause.rest;
  for (const start of [readFill, readRemoval, readSet]) {
    const own = { ...clause, rest: whole };
    const ownScope = structuredClone(scope);
    const found = readFields(own, ownScope, start(own, ownScope));
    clause.rest = own.rest;
    if (found !== undefined) {
      Object.assign(scope, ownScope);
      return found;
    }
  }
  return undefined;
}

function readFields(clause: Clause, scope: WideScope, read: Read | undefined): Task[] | undefined {
  if (read === undefined) return undefined;
  const isOwn = takeOwnText(clause, read);
  take(
    clause,
    words(`(?:in|of|to|on|into) (?:the |its |their )?${frontMatter}(?: of| on| in| for)?`),
  );
  const lead = take(clause, words("(?:to|for|of|on|in) (?=\\S)"));
  const allPages = words(
    "(?:all|every|each|any)(?: of)?(?: the| our)? (?:pages?|docs?|files?)(?! (?:in|under|of|below|from)\\b)",
  );
  if (take(clause, allPages) !== undefined) scope.isEverywhere = true;
  const places = attempt(clause, () => {
    const found = takePlaces(clause);
    return found.length === 0 ? undefined : found;
  });
  const bare = places === undefined && lead !== undefined ? takeBare(clause) : undefined;
  scope.only.push(...(places ?? []), ...(bare === undefined ? [] : [bare]));
  take(clause, words(`['’]s? ${frontMatter}|(?:['’]s? )?${frontMatter}`));
  readScope(clause, scope);
  const isTheirs = takeOwnText(clause, read) ?? isOwn;
  take(
    clause,
    words(
      "(?:pages? )?(?:that|which) (?:lacks?|has none|have none|do not have|does not have|miss(?:es)?)(?: one| it| them| any)?|without (?:one|any)",
    ),
  );
  const isElsewhere = scope.onlyIn?.some((part) => part !== "front-matter") ?? false;
  if (isTheirs === false || (read.isOpen && isTheirs === undefined)) return undefined;
  if (!isRead(clause) || isElsewhere || scope.notIn.length > 0) return undefined;
  if (read.fill.length === 0 && scope.only.length === 0 && !scope.isEverywhere) return undefined;
  const { isOpen, ...task } = read;
  return [task];
}

const ownText = words(
  "(?:(?:as )?(?:taken |derived )?from|with|using) (?:its|their|the|each|the page['’]s?|the pages['’])(?: own)?(?: (?:first|main|page))? (?:(sentence|paragraph|text|content)|heading|h1)s?(?: of (?:the|each) pages?)?",
);

/** "from its heading" is where a title comes from, and a description is not. */
function takeOwnText(clause: Clause, { fill }: Fields): boolean | undefined {
  const found = fill.length === 0 ? undefined : take(clause, ownText);
  return found && (found[1] === undefined ? "title" : "description") === fill.join();
}

type Fields = Pick<FrontMatterTask, "set" | "fill">;

function taskOf(fields: Partial<Fields>): FrontMatterTask {
  return { kind: "front-matter", only: [], except: [], set: {}, fill: [], ...fields };
}

/** `isOpen`: where the values come from has still to be said. */
type Read = FrontMatterTask & { isOpen?: boolean };

function readFill(clause: Clause): Read | undefined {
  if (take(clause, words("(?:fill(?: in| out)?|add|complete|supply)")) === undefined)
    return undefined;
  const isMissing =
    take(clause, words("(?:(?:all|any|the|every|its|their) )*missing")) !== undefined;
  if (!isMissing) take(clause, words("(?:the|a|its|their)"));
  const found = take(
    clause,
    words(
      `(${frontMatter}|titles?|descriptions?)(?:(?:,| and| or)? (?:missing )?(titles?|descriptions?))?`,
    ),
  );
  if (found === undefined) return undefined;
  const named = (["title", "description"] as const).filter((field) =>
    new RegExp(field, "i").test(found[0]),
  );
  const fill = named.length === 0 ? (["title", "description"] as const) : named;
  return { ...taskOf({ fill: [...fill] }), ...(!isMissing && { isOpen: true }) };
}

function readRemoval(clause: Clause, scope: WideScope): FrontMatterTask | undefined {
  if (take(clause, words("(?:remove|delete|drop)")) === undefined) return undefined;
  const isSaid = new RegExp(frontMatter, "i").test(clause.rest);
  takeIts(clause, scope);
  const field = takeField(clause);
  if (
    field === undefined ||
    !(isSaid || field.isSure || (field.isCode && isKnown.test(field.name)))
  )
    return undefined;
  take(clause, words(`from (?:the )?(?:${frontMatter} of )?(?=\\S)`));
  scope.only.push(...takePlaces(clause));
  return taskOf({ set: { [field.name]: null } });
}

/** "set the description of a.md to “…”", "add `draft: true` to the front matter of a.md". */
function readSet(clause: Clause, scope: WideScope): FrontMatterTask | undefined {
  const whole = clause.rest;
  // "The title of a.md should be “A”"
  const isWish = /^the (?:title|description) of .{1,300} should be \uE000/i.test(clause.rest);
  const verb =
    take(clause, words("(set|change|update|add|give|put|insert)")) ??
    (isWish ? ["", "set"] : undefined);
  if (verb === undefined) return undefined;
  const isGiven = /^give$/i.test(verb[1] ?? "");
  if (isGiven) scope.only.push(...takePlaces(clause));
  else takeIts(clause, scope);
  take(clause, words(`(?:the |a |an )*(?:${frontMatter} )?(?:${fieldNoun} )?(?=\\S)`));
  const isSet = /^set$/i.test(verb[1] ?? "");
  const isSaid = new RegExp(frontMatter, "i").test(whole);
  const line = attempt(
    clause,
    () => lineOf(takeQuote(clause), isSaid || isSet) ?? bareLine(clause),
  );
  if (line !== undefined) return taskOf({ set: line });
  const field = takeField(clause);
  // "Change “a” to “b”" is about words wherever they stand.
  const isMeant = (name: string, isCode: boolean) =>
    isSaid || isPlain.test(name) || (isSet && (isCode || isKnown.test(name)));
  if (field === undefined || !(field.isSure || isMeant(field.name, field.isCode))) return undefined;
  const isOf =
    take(
      clause,
      words(
        `(?:of|in|on|for${/^(?:add|put|insert)$/i.test(verb[1] ?? "") ? "|to" : ""}) (?:the )?(?:${frontMatter} of )?(?=\\S)`,
      ),
    ) !== undefined;
  if (isOf) {
    const places = takePlaces(clause);
    if (places.length === 0) readScope(clause, scope);
    scope.only.push(...places);
    take(clause, words(`(?:['’]s )?${frontMatter}`));
  }
  take(clause, words("(?:to|as|=|should be|with(?: the)?(?: value| text)?)"));
  take(clause, /^:\s*/);
  const value = takeValue(clause);
  if (value === undefined) return undefined;
  const set: Fields["set"] = { [field.name]: value };
  for (let more = takeNext(clause, scope); more !== undefined; more = takeNext(clause, scope)) {
    if (more.name in set) return undefined;
    set[more.name] = more.value;
  }
  return taskOf({ set });
}

/** "and its description to “…”" */
function takeNext(clause: Clause, scope: WideScope) {
  return attempt(clause, () => {
    if (take(clause, words("and")) === undefined) return undefined;
    takeIts(clause, scope);
    const name = takeField(clause)?.name ?? "";
    take(clause, words("(?:to|as|=)"));
    take(clause, /^:\s*/);
    const value = isPlain.test(name) ? takeValue(clause) : undefined;
    return value === undefined ? undefined : { name, value };
  });
}

/** "its description": that of the page named before, in this sentence or in the one before. */
function takeIts(clause: Clause, scope: WideScope): void {
  const its = take(clause, words("its|(?:that|the (?:new )?)page['’]s"))?.[0];
  if (its !== undefined && scope.only.length === 0) scope.only.push({ name: its, kind: "back" });
  const page = attempt(clause, () => {
    const found = takePlace(clause);
    return take(clause, /^['’]s /) && found?.kind !== "back" ? found : undefined;
  });
  if (page !== undefined) scope.only.push(page);
}

type Field = { name: string; isSure: boolean; isCode: boolean };

function takeField(clause: Clause): Field | undefined {
  return attempt(clause, () => {
    take(clause, words(`(?:the |a |an )*(?:${frontMatter} )?(?:${fieldNoun} )?(?=\\S)`));
    const quote = takeQuote(clause);
    const name =
      quote?.text ??
      take(clause, words(`(${known})`))?.[1] ??
      take(clause, words(`([A-Za-z][\\w-]*)(?= ${fieldNoun}\\b)`))?.[1];
    const isCalled =
      take(clause, words(`(?:${frontMatter} )?${fieldNoun}|${frontMatter}`)) !== undefined;
    if (name === undefined || !/^[A-Za-z][\w-]{0,60}$/.test(name)) return undefined;
    return { name, isSure: isCalled, isCode: quote?.isCode === true };
  });
}

function takeValue(clause: Clause): string | number | boolean | undefined {
  const quote = takeQuote(clause);
  if (quote !== undefined) return quote.isCode ? scalarOf(quote.text) : quote.text;
  const bare = take(clause, words("(true|false|-?\\d{1,9})"))?.[1];
  return bare === undefined ? undefined : scalarOf(bare);
}

/** `draft: true` as one field; a sentence with a colon is none. */
function lineOf(quote: Quote | undefined, isSaid: boolean): Fields["set"] | undefined {
  const match = /^([A-Za-z][\w-]{0,60}):\s+(\S[^\n]{0,4000})$/.exec(quote?.text ?? "");
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  if (!isSaid && !(quote?.isCode && isKnown.test(match[1]))) return undefined;
  return { [match[1]]: scalarOf(match[2].trim().replace(/^(["'])(.*)\1$/, "$2")) };
}

function bareLine(clause: Clause): Fields["set"] | undefined {
  const match = take(clause, new RegExp(`^(${known}|[a-z]+[A-Z_][\\w]*):\\s+`));
  const value = match === undefined ? undefined : takeValue(clause);
  return match?.[1] === undefined || value === undefined ? undefined : { [match[1]]: value };
}

function scalarOf(text: string): string | number | boolean {
  if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
}
