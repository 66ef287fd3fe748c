import {
  attempt,
  type Clause,
  isRead,
  quoteAt,
  take,
  takeBare,
  takePlace,
  takeQuote,
  words,
} from "./clause.ts";
import type { Quote } from "./quotes.ts";
import type { AddPageTask, InsertTask, Place } from "./task.ts";

/** What an addition is made of, gathered from as many sentences as it takes. */
export type Addition = {
  what: "page" | "section" | "text";
  name: string | undefined;
  text: string | undefined;
  at: InsertTask["at"] | undefined;
  /** The word that says where beside the section it goes, and whether a heading was named. */
  beside: { word: string; isHeading: boolean } | undefined;
  section: string | undefined;
  page: Place | undefined;
  path: string | undefined;
  folder: Place | undefined;
  group: string | undefined;
};

const article = "(?:(?:an?|the|this|another|one|following|new|short|small) )*";
const pageWord = "(?:page|guide|article|document)";
const pagePath = /^[\w.@~+/[\]-]{1,300}\.mdx?$/i;
const textNoun = "(?:text|content|contents|body|sentence|paragraph|line|words)";
const verb = words("(?:add|insert|append|create|make|write|put)");

/** "Add a section “X” to a.md saying “…”" and its like; it may be finished by sentences that follow. */
export function readAddition(clause: Clause): Addition | undefined {
  const none = { name: undefined, text: undefined, at: undefined, beside: undefined };
  const addition: Addition = {
    ...{ ...none, what: "text", section: undefined, page: undefined },
    ...{ path: undefined, folder: undefined, group: undefined },
  };
  attempt(clause, () => (readPage(clause, addition) ? true : undefined));
  readSpot(clause, addition);
  if (take(clause, verb) === undefined) return undefined;
  readSpot(clause, addition);
  const noun = takeNoun(clause, addition);
  addition.what = noun === "page" ? "page" : noun.endsWith("section") ? "section" : "text";
  const isPlaced = addition.page !== undefined || addition.section !== undefined;
  if (addition.what === "page" && (isPlaced || addition.at !== undefined)) return undefined;
  if (addition.what === "text") addition.text = takeText(clause);
  readDetails(clause, addition);
  return isRead(clause) ? addition : undefined;
}

/** Where a text goes may stand before or behind the verb. */
function readSpot(clause: Clause, addition: Addition): void {
  for (const read of [readEdge, readBeside])
    attempt(clause, () => (read(clause, addition) ? true : undefined));
}

/** "a section", "the “X” section", "guides/x.md": what is added. */
function takeNoun(clause: Clause, addition: Addition): string {
  const found =
    take(clause, words(`${article}(section|subsection|${textNoun})`))?.[1] ??
    (take(clause, words(`${article}${pageWord}`)) && "page") ??
    attempt(clause, () => {
      take(clause, words(article));
      const name = takeQuote(clause)?.text;
      const noun = take(clause, words(`(?:(section|subsection)|${pageWord})`));
      if (name === undefined || noun === undefined) return undefined;
      if (pagePath.test(name)) addition.path = name;
      else addition.name = name;
      return noun[1] ?? "page";
    }) ??
    attempt(clause, () => {
      take(clause, words(article));
      addition.path = takePath(clause);
      return addition.path && "page";
    });
  return (found ?? "text").toLowerCase();
}

/** "Its text: “…”", "List it in the group Git." */
export function readDetails(clause: Clause, addition: Addition): void {
  for (let before = ""; before !== clause.rest; ) {
    before = clause.rest;
    take(clause, /^[()]\s*/);
    take(clause, words("and|with|then"));
    const reads = addition.what === "page" ? pageDetails : sectionDetails;
    const isKnown = [...reads, nameDetail, textDetail].some((read) =>
      attempt(clause, () => (read(clause, addition) ? true : undefined)),
    );
    if (!isKnown) clause.rest = before;
  }
}

type Read = (clause: Clause, addition: Addition) => boolean;

const nameDetail: Read = (clause, addition) => {
  if (addition.name !== undefined || addition.what === "text") return false;
  take(
    clause,
    words(
      `(?:it is |it['’]s |its )?(?:called|titled|named|headed|entitled|(?:with )?(?:the )?(?:title|heading|name)(?: is)?):? ?(?=\\S)`,
    ),
  );
  addition.name = takeQuote(clause)?.text;
  return addition.name !== undefined;
};

const textDetail: Read = (clause, addition) => {
  if (addition.text !== undefined) return false;
  const lead = words(
    `(?:(?:with|saying|that (?:says|reads)|which (?:says|reads)|containing|reading|it (?:says|reads|should (?:say|read|contain)))(?: that)? ?)?(?:(?:its|the|this|as|following|exact) )*(?:${textNoun})?(?: (?:is|reads|should be))?:? ?(?=\\S)`,
  );
  const before = clause.rest;
  if (take(clause, lead) === undefined && take(clause, /^:\s*/) === undefined) return false;
  take(clause, /^:\s*/);
  const hasLead = before !== clause.rest;
  addition.text = hasLead || addition.name !== undefined ? takeText(clause) : undefined;
  return addition.text !== undefined;
};

function takeText(clause: Clause): string | undefined {
  take(clause, /^:\s*/);
  const first = takeQuote(clause);
  if (first === undefined) return undefined;
  const all: Quote[] = [first];
  for (let next = nextBlock(clause); next !== undefined; next = nextBlock(clause)) all.push(next);
  return all.map(({ text }) => text).join("\n\n");
}

/** A code block may follow the sentence that leads to it. */
function nextBlock(clause: Clause): Quote | undefined {
  return attempt(clause, () => {
    const quote = takeQuote(clause);
    return quote?.raw.startsWith("```") ? quote : undefined;
  });
}

const edge = words(
  "(?:(?:at|to|on) the (?:very )?(end|bottom|top|start|beginning)|as the (?:very )?(last) section)(?: of| in| on)?",
);
const ofSection = words(
  "(?:the )?(?:section|part)(?: (?:called|titled|named))? Q|(?:the )?Q (?:section|part)",
);

/** "At the end of a.md add …", "at the end of the section “X” in a.md" */
const readEdge: Read = (clause, addition) => {
  const isInside = addition.beside?.word === "in";
  const isFree = addition.at === undefined && (addition.beside === undefined || isInside);
  const found = isFree ? take(clause, edge) : undefined;
  if (found === undefined) return false;
  const isEnd = /end|bottom|last/i.test(found[1] ?? found[2] ?? "");
  if (isInside) {
    addition.beside = { word: isEnd ? "at the end of" : "at the start of", isHeading: false };
    return true;
  }
  const named = found[2] === undefined ? take(clause, ofSection) : undefined;
  const section = quoteAt(clause, named?.[1] ?? named?.[2] ?? "")?.text;
  addition.section = section;
  if (section === undefined) addition.at = isEnd ? "end" : "start";
  else addition.beside = { word: isEnd ? "at the end of" : "at the start of", isHeading: false };
  return takePage(clause, addition, section !== undefined);
};

/** The page of a place; false where another one was named before. */
function takePage(clause: Clause, addition: Addition, hasLead: boolean): boolean {
  const lead = hasLead ? take(clause, words("(?:of|in|on) (?=\\S)")) : undefined;
  const page = takePlace(clause);
  if (page === undefined) return lead === undefined;
  if (addition.page !== undefined && page.kind !== "back") return false;
  addition.page ??= page;
  return true;
}

const beside = words(
  "((?:(?:directly|right|just|immediately) )?(?:after|behind|before|above|below|under|beneath|underneath)|to the end of|in(?= the section))(?: the)?(?: (?:section|(heading)|part))?(?: (?:called|titled|named))?",
);

const readBeside: Read = (clause, addition) => {
  const found = take(clause, beside);
  const section = found && takeQuote(clause)?.text;
  if (found === undefined || section === undefined || addition.section !== undefined) return false;
  if (addition.at !== undefined) return false;
  const noun = take(clause, words("(?:section|(heading)|part)"));
  addition.section = section;
  addition.beside = {
    word: (found[1] ?? "").toLowerCase(),
    isHeading: (found[2] ?? noun?.[1]) !== undefined,
  };
  return takePage(clause, addition, true);
};

const sectionDetails: Read[] = [
  (clause, addition) => readEdge(clause, addition),
  (clause, addition) => readBeside(clause, addition),
  (clause, addition) => readPage(clause, addition),
];

function readPage(clause: Clause, addition: Addition): boolean {
  if (take(clause, words("(?:to|in|on|into|onto)")) === undefined || addition.page !== undefined)
    return false;
  addition.page = takePlace(clause);
  return addition.page !== undefined;
}

/** A text behind a heading comes right below it; behind a section, after all of it. Undefined: it may be either. */
function placeOf({ what, beside: place }: Addition): InsertTask["at"] | undefined {
  const { word, isHeading } = place ?? { word: "at the end of", isHeading: false };
  const isBelow = /below|under|beneath/i.test(word);
  if (/before|above/i.test(word)) return "before";
  if (/at the start/i.test(word)) return "below";
  if (what === "text" && isHeading) return "below";
  if (isBelow && isHeading && /^(?:direct|right|just|immed)/i.test(word)) return undefined;
  if (/after|behind/i.test(word)) return "after";
  return what === "section" && /below|beneath/i.test(word) ? "after" : "under";
}

const pageDetails: Read[] = [
  (clause, addition) => {
    take(clause, words("(?:in|at|as|under|below|into|to)(?: the)?(?: (?:path|file))?"));
    const path = takePath(clause);
    if (path === undefined || addition.path !== undefined) return false;
    addition.path = path;
    return true;
  },
  readGroup,
  (clause, addition) => {
    if (take(clause, words("(?:in|to|into|under)")) === undefined || addition.folder !== undefined)
      return false;
    const folder = takePlace(clause) ?? takeBare(clause);
    if (folder === undefined || /\.\w+$/.test(folder.name)) return false;
    addition.folder = { ...folder, kind: "folder" };
    return true;
  },
];

function takePath(clause: Clause): string | undefined {
  return attempt(clause, () => {
    const token = take(clause, /^[\w.@~+/[\]-]{1,300}\.mdx?(?=[\s,;:)]|\.?$|\.\s)/)?.[0];
    const path = token ?? takeQuote(clause)?.text ?? "";
    return pagePath.test(path) ? path : undefined;
  });
}

const menu =
  "(?:the |our )?(?:site['’]?s? )?(?:(?:navigation|sidebar|nav|menu)(?: bar)?|[\\w./-]+\\.(?:json|ya?ml|[mc]?[jt]s))";
const listIt = words(
  "(?:(?:list|put|place|add|show|include) (?:it|the (?:new )?page)|it (?:goes|belongs)|listed|shown)(?: (?:in|to|into) (?=(?:in|under|below)))?",
);
const groupNoun = words("(?:navigation )?(?:group|section|category)");

/** "in the Guides group of the sidebar", "list it under Guides in the navigation" */
function readGroup(clause: Clause, addition: Addition): boolean {
  const isListed = take(clause, listIt) !== undefined;
  const inMenu = take(clause, words(`(?:in|to|into|on) ${menu}`)) !== undefined;
  const lead = take(clause, words("(in|to|into|under|below|beneath)(?: the| a| our)?"));
  const group = lead || inMenu ? attempt(clause, () => takeGroup(clause)) : undefined;
  if (group === undefined) return isListed && inMenu && lead === undefined;
  const isBehind = take(clause, words(`(?:in|of|to|on) ${menu}`)) !== undefined;
  const isUnder = isListed && /^(?:under|below|beneath)/i.test(lead?.[1] ?? "");
  if (addition.group !== undefined || !(group.isCalled || inMenu || isBehind || isUnder))
    return false;
  addition.group = group.name;
  return true;
}

function takeGroup(clause: Clause): { name: string; isCalled: boolean } | undefined {
  take(clause, words("(?:navigation|sidebar|nav|menu)(?= (?:group|section|category))"));
  const lead = take(clause, groupNoun);
  take(clause, words("(?:called|named|titled)"));
  const name =
    takeQuote(clause)?.text ?? take(clause, /^[\p{Lu}][\w'’&-]*(?: [\p{Lu}&][\w'’-]*){0,3}/u)?.[0];
  const isCalled = (take(clause, groupNoun) ?? lead) !== undefined;
  return name === undefined ? undefined : { name, isCalled };
}

/** The task, once all is there; else what is missing, as the end of a sentence. */
export function additionTask(addition: Addition): AddPageTask | InsertTask | string {
  const { what, name, text, page, path, folder, group, section } = addition;
  if (text === undefined || text.trim() === "")
    return "the text to add, in quotation marks or after a colon";
  if (what === "page") {
    if (name === undefined) return "the title of the page, in quotation marks";
    if (path === undefined && folder === undefined)
      return "the path of the page, such as guides/keys.md";
    return { kind: "add-page", title: name, path: path ?? "", folder, group, text };
  }
  if (page === undefined) return "the page that the text goes to";
  if (what === "section" && name === undefined)
    return "the heading of the section, in quotation marks";
  const at = addition.at ?? (section === undefined ? "end" : placeOf(addition));
  if (at === undefined) return "whether it goes before, after or into the section";
  const heading = what === "section" ? name : undefined;
  return { kind: "insert", page, heading, at, section, text };
}
