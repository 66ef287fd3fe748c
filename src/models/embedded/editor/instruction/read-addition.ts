import { attempt, type Clause, peek, take, takeAll, takeBare, takePlace } from "./clause.ts";
import { takeGlue } from "./glue.ts";
import type { AddPageTask, InsertTask, Place } from "./task.ts";
import { wordsOf } from "./tokens.ts";

/** What an addition is made of, as it is gathered. */
type Addition = {
  isAsked: boolean;
  what: "page" | "section" | "text" | undefined;
  name: string | undefined;
  text: string | undefined;
  at: "start" | "end" | undefined;
  /** The word that says where beside the section it goes, and whether a heading was named. */
  beside: { word: string; isHeading: boolean } | undefined;
  section: string | undefined;
  place: Place | undefined;
  folder: Place | undefined;
  group: string | undefined;
  label: string | undefined;
};

const pagePath = /\.mdx?$/i;
const verbs = "!add|!put|!append|!create|!make|!write|!have";

/** "Add a section “X” to a.md saying “…”", "new page guides/x.md …". A string says what is missing. */
export function readAddition(clause: Clause): AddPageTask | InsertTask | string | undefined {
  const none = {
    name: undefined,
    text: undefined,
    at: undefined,
    beside: undefined,
    what: undefined,
  };
  const more = {
    section: undefined,
    place: undefined,
    folder: undefined,
    group: undefined,
    label: undefined,
  };
  const addition: Addition = { isAsked: false, ...none, ...more };
  const roles = [
    takeVerb,
    takeWhat,
    takeEdge,
    takeBeside,
    takeGroup,
    takeBareName,
    takeText,
    takeName,
    takeWhere,
  ];
  const isWhole = takeAll(clause, [
    ...roles.map((role) => () => role(clause, addition)),
    () => take(clause, "follow") !== undefined,
    () => addition.what === "page" && take(clause, "text") !== undefined && peek(clause) === ",",
    () => takeGlue(clause, "addition"),
  ]);
  return isWhole && addition.isAsked ? taskOf(addition) : undefined;
}

type Role = (clause: Clause, addition: Addition) => boolean;

const takeVerb: Role = (clause, addition) => {
  const isNew =
    !addition.isAsked &&
    peek(clause) === "new" &&
    /^(?:page|section|place|heading-q)$/.test(peek(clause, 1));
  if (isNew) {
    addition.isAsked = true;
    return takeWhat(clause, addition);
  }
  if (take(clause, verbs) === undefined || addition.isAsked) return false;
  addition.isAsked = true;
  return true;
};

/** "a new page guides/x.md", "a section “X”", "the “X” section", "this sentence" */
const takeWhat: Role = (clause, addition) => {
  if (addition.what !== undefined || !addition.isAsked) return false;
  take(clause, "new");
  const token = clause.tokens[clause.at];
  if (token?.place?.hint !== undefined) return false;
  if (token?.place !== undefined && pagePath.test(token.place.name)) {
    const before = clause.tokens[clause.at - 1]?.is ?? "";
    if (addition.place !== undefined || !/^(?:!create|!add|!make|!write|new|[,:])$/.test(before))
      return false;
    clause.at += 1;
    addition.what = "page";
    addition.place = token.place;
    return true;
  }
  const quoted = take(clause, "Q section|page|heading-q");
  if (quoted !== undefined || take(clause, "section|page|heading-q") !== undefined) {
    const last = clause.tokens[clause.at - 1];
    addition.what = last?.is === "page" ? "page" : "section";
    const name =
      quoted?.[0]?.quote?.text ??
      (last?.is === "heading-q" || last?.is === "page"
        ? take(clause, "Q")?.[0]?.quote?.text
        : undefined);
    return takeAs(addition, name);
  }
  if (!/^(?:text|term)$/.test(peek(clause))) return false;
  addition.what = "text";
  return takeText(clause, addition) || true;
};

/** A path is where a page goes, anything else what it is called. */
function takeAs(addition: Addition, name: string | undefined): boolean {
  if (name === undefined) return true;
  if (addition.what === "page" && pagePath.test(name)) addition.place = { name, kind: "any" };
  else addition.name = name;
  return true;
}

const takeName: Role = (clause, addition) => {
  take(clause, "its");
  if (clause.tokens[clause.at]?.part === "front-matter") take(clause, "part");
  const own =
    take(clause, "called|title-q|heading-q|field|part :? Q") ??
    take(clause, "as|under? label :? Q");
  const name = own?.at(-1)?.quote?.text;
  if (own === undefined || name === undefined) return false;
  if (own.some(({ is }) => is === "label")) {
    addition.label = name;
    return true;
  }
  const isKnown =
    /^(?:called|title-q|heading-q)$/.test(own[0]?.is ?? "") ||
    own[0]?.field === "title" ||
    own[0]?.part === "headings";
  if (
    !isKnown ||
    addition.name !== undefined ||
    addition.what === "text" ||
    addition.what === undefined
  )
    return false;
  return takeAs(addition, name);
};

/** "guides/x.md (“X y”)" */
const takeBareName: Role = (clause, addition) => {
  const [before, last] = clause.tokens.slice(Math.max(0, clause.at - 2), clause.at);
  if (addition.what !== "page" || addition.name !== undefined || last?.is !== ",") return false;
  const name = before?.place && take(clause, "Q ,")?.[0]?.quote?.text;
  return name !== undefined && takeAs(addition, name);
};

const takeText: Role = (clause, addition) => {
  if (addition.text !== undefined || !addition.isAsked) return false;
  const before = clause.at;
  take(clause, "its|it");
  take(clause, "text|term|page");
  take(clause, "says|should-be|with|as text|term?");
  take(clause, ":");
  const isLed = clause.at > before || clause.tokens[before - 1]?.is === ":";
  const isText = addition.what === "text" || addition.what === undefined;
  if (!isLed && !isText && addition.name === undefined) return false;
  const first = take(clause, "Q")?.[0]?.quote;
  if (first === undefined) return addition.what === "text" && take(clause, "text") !== undefined;
  // A code block may follow the sentence that leads to it.
  const all = [first.text];
  for (let next = takeBlock(clause); next !== undefined; next = takeBlock(clause)) all.push(next);
  addition.text = all.join("\n\n");
  return true;
};

function takeBlock(clause: Clause): string | undefined {
  return attempt(clause, () => {
    const quote = take(clause, "Q")?.[0]?.quote;
    return quote?.raw.startsWith("```") ? quote.text : undefined;
  });
}

/** "At the end of a.md", "at the end of the section “X” in a.md" */
const takeEdge: Role = (clause, addition) => {
  const isInside = addition.beside?.word === "in";
  if (addition.at !== undefined || (addition.beside !== undefined && !isInside)) return false;
  const edge = take(clause, "at-end|at-start")?.[0]?.is;
  if (edge === undefined) return false;
  take(clause, "of|in|for");
  const section = take(clause, "heading-q Q") ?? take(clause, "Q section|part");
  const name = section?.find(({ is }) => is === "Q")?.quote?.text;
  if (name !== undefined && addition.section !== undefined) return false;
  addition.section ??= name;
  if (addition.section === undefined) addition.at = edge === "at-end" ? "end" : "start";
  else addition.beside = { word: edge, isHeading: false };
  const place = /^(?:place|it|page)$/.test(peek(clause)) ? takePlace(clause) : undefined;
  return place === undefined || takePage(addition, place);
};

/** The page of a place; false where another one was named before. */
function takePage(addition: Addition, place: Place): boolean {
  if (addition.what === "page") return false;
  if (addition.place !== undefined && place.kind !== "back") return false;
  addition.place ??= place;
  return true;
}

const takeBeside: Role = (clause, addition) => {
  if (addition.what === "page") return false;
  const lead =
    take(clause, "after|right-after|before|below|right-below|under")?.[0]?.is ??
    (/^(?:heading-q|Q)$/.test(peek(clause, 1)) ? take(clause, "in|to")?.[0]?.is : undefined);
  const noun = take(clause, "heading-q|section|part called?")?.[0];
  const section = take(clause, "Q")?.[0]?.quote?.text;
  if (
    lead === undefined ||
    section === undefined ||
    addition.section !== undefined ||
    addition.at !== undefined
  )
    return false;
  const behind = take(clause, "section|part")?.[0];
  const named = noun ?? behind;
  if (/^(?:to|in)$/.test(lead) && named === undefined) return false;
  addition.section = section;
  const isHeading = named !== undefined && /head/i.test(wordsOf(named));
  addition.beside = { word: lead === "to" ? "under" : lead, isHeading };
  return true;
};

const takeWhere: Role = (clause, addition) => {
  const lead = take(clause, "in|to|into|of|for|at|from|as|under|below")?.[0]?.is;
  const isNamed =
    clause.at === 0 ||
    lead !== undefined ||
    (addition.what === "page" && /^[,:]$/.test(clause.tokens[clause.at - 1]?.is ?? ""));
  const place = isNamed
    ? (takePlace(clause) ?? (addition.what === "page" ? takeBare(clause) : undefined))
    : undefined;
  if (place === undefined) return false;
  if (addition.what !== "page")
    return !/^(?:at|from|as|under|below)$/.test(lead ?? "") && takePage(addition, place);
  if (pagePath.test(place.name)) {
    if (addition.place !== undefined || place.kind === "back") return false;
    addition.place = place;
    return true;
  }
  if (
    addition.folder !== undefined ||
    /\.\w+$/.test(place.name) ||
    place.kind === "back" ||
    lead === "of"
  )
    return false;
  addition.folder = { ...place, kind: "folder" };
  return true;
};

/** "in the Guides group of the sidebar", "list it under Guides in the navigation", "as “X” in the group “Y”" */
const takeGroup: Role = (clause, addition) => {
  if (addition.what !== "page") return false;
  const isListed = take(clause, "listed") !== undefined;
  const label = isListed ? take(clause, "as label? Q")?.at(-1)?.quote?.text : undefined;
  addition.label ??= label;
  const inMenu = takeMenu(clause);
  const lead = take(clause, "in|to|into|under|below|of")?.[0]?.is;
  const group =
    lead !== undefined || inMenu ? attempt(clause, () => takeGroupName(clause)) : undefined;
  if (group === undefined) return isListed && (inMenu || label !== undefined) && lead === undefined;
  const isBehind = takeMenu(clause);
  const isUnder = isListed && (lead === "under" || lead === "below");
  if (addition.group !== undefined || !(group.isCalled || inMenu || isBehind || isUnder))
    return false;
  addition.group = group.name;
  return true;
};

function takeMenu(clause: Clause): boolean {
  return (
    attempt(clause, () => {
      const found = take(clause, "in|to|into|of part|place")?.[1];
      return (
        found?.part === "navigation" ||
        /\.(?:json|ya?ml|[mc]?[jt]s)$/.test(found?.place?.name ?? "")
      );
    }) === true
  );
}

function takeGroupName(clause: Clause): { name: string; isCalled: boolean } | undefined {
  const lead = take(clause, "group|label-q|heading-q|section called?");
  const quote = take(clause, "Q")?.[0]?.quote?.text;
  const words: string[] = [];
  for (
    let token = clause.tokens[clause.at];
    quote === undefined && token?.is === "other" && /^[\p{Lu}&]/u.test(wordsOf(token));
    token = clause.tokens[clause.at]
  ) {
    words.push(wordsOf(token));
    clause.at += 1;
  }
  const isCalled = (take(clause, "group|section") ?? lead) !== undefined;
  const name = quote ?? words.join(" ");
  return name === "" ? undefined : { name, isCalled };
}

/** A text behind a heading comes right below it; behind a section, after all of it. Undefined: it may be either. */
function spotOf({ what, beside }: Addition): InsertTask["at"] | undefined {
  const { word, isHeading } = beside ?? { word: "at-end", isHeading: false };
  if (word === "before") return "before";
  if (word === "at-start") return "below";
  if (what !== "section" && isHeading) return "below";
  if (word === "right-below" && isHeading) return undefined;
  if (word === "after" || word === "right-after") return "after";
  return what === "section" && (word === "below" || word === "right-below") ? "after" : "under";
}

/** The task, once all is there; else what is missing, as the end of a sentence. */
function taskOf(addition: Addition): AddPageTask | InsertTask | string | undefined {
  const { place, folder, group, section, label } = addition;
  const text = addition.text && unfenced(addition.text);
  if (text === undefined || text.trim() === "")
    return "the text to add, in quotation marks or after a colon";
  // A text that begins with a heading is a section, whatever it is called.
  const isHeaded = addition.what !== "page" && addition.name === undefined && /^#{1,6} /.test(text);
  const what = isHeaded ? "section" : addition.what;
  if (what === "page") {
    const title = addition.name ?? /^# (.{1,200})\n/.exec(`${text}\n`)?.[1]?.trim() ?? label;
    if (section !== undefined || addition.at !== undefined) return undefined;
    if (title === undefined) return "the title of the page, in quotation marks";
    if (place === undefined && folder === undefined)
      return "the path of the page, such as guides/keys.md";
    if (label !== undefined && label !== title)
      return "one name for the page: its title and its label differ";
    return { kind: "add-page", title, path: place?.name ?? "", folder, group, text };
  }
  if (label !== undefined || group !== undefined) return undefined;
  if (place === undefined) return "the page that the text goes to";
  if (what === "section" && addition.name === undefined && !isHeaded)
    return "the heading of the section, in quotation marks";
  const at = addition.at ?? (section === undefined ? "end" : spotOf({ ...addition, what }));
  if (at === undefined) return "whether it goes before, after or into the section";
  return {
    kind: "insert",
    page: place,
    heading: what === "section" ? addition.name : undefined,
    at,
    section,
    text,
  };
}

/** A text that was given in a fence of Markdown, without the fence. */
function unfenced(text: string): string {
  const lines = text.trim().split("\n");
  const isFence = /^```(?:md|mdx|markdown)$/i.test(lines[0] ?? "") && lines.at(-1) === "```";
  const inner = lines.slice(1, -1);
  return isFence && !inner.some((line) => line.startsWith("```")) ? inner.join("\n") : text;
}
