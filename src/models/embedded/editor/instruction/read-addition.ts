import { attempt, type Clause, isRead, take, takePlace, takeQuote, words } from "./clause.ts";
import type { Quote } from "./quotes.ts";
import type { AddPageTask, InsertTask, Place } from "./task.ts";

/** What an addition is made of, gathered from as many sentences as it takes. */
export type Addition = {
  what: "page" | "section" | "text";
  name: string | undefined;
  text: string | undefined;
  at: InsertTask["at"] | undefined;
  section: string | undefined;
  page: Place | undefined;
  path: string | undefined;
  folder: Place | undefined;
  group: string | undefined;
};

const article = "(?:(?:an?|the|this|another|one|following|new|short|small) )*";
const textNoun = "(?:text|content|contents|body|sentence|paragraph|line|words)";
const verb = words("(?:add|insert|append|create|make|write|put)");

/** "Add a section “X” to a.md saying “…”" and its like; it may be finished by sentences that follow. */
export function readAddition(clause: Clause, prefix: Place | undefined): Addition | undefined {
  const addition: Addition = {
    ...{ what: "text", name: undefined, text: undefined, at: undefined, section: undefined },
    ...{ page: undefined, path: undefined, folder: undefined, group: undefined },
  };
  readEdge(clause, addition);
  if (take(clause, verb) === undefined) return undefined;
  const found =
    take(clause, words(`${article}(page|section|subsection|${textNoun})`)) ??
    attempt(clause, () => {
      take(clause, words(article));
      addition.name = takeQuote(clause)?.text;
      return addition.name === undefined
        ? undefined
        : take(clause, words("(page|section|subsection)"));
    });
  const noun = (found?.[1] ?? "text").toLowerCase();
  addition.what = noun === "page" ? "page" : noun.endsWith("section") ? "section" : "text";
  if (found === undefined) addition.name = undefined;
  if (addition.what === "text") addition.text = takeText(clause);
  if (prefix !== undefined && addition.what !== "page") addition.page = prefix;
  readDetails(clause, addition);
  return isRead(clause) ? addition : undefined;
}

/** "Its text: “…”", "List it in the group Git." */
export function readDetails(clause: Clause, addition: Addition): void {
  for (let before = ""; before !== clause.rest; ) {
    before = clause.rest;
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
  if (addition.name !== undefined) return false;
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

const edge = "(?:at|to|on) the (?:very )?(end|bottom|top|start|beginning)(?: of)?";

/** "At the end of a.md add …" */
function readEdge(clause: Clause, addition: Addition): boolean {
  const found = take(clause, words(edge));
  if (found === undefined) return false;
  addition.at = /end|bottom/i.test(found[1] ?? "") ? "end" : "start";
  const page = takePlace(clause);
  take(clause, words("(?:the |this )?page"));
  if (page !== undefined) addition.page = page;
  return true;
}

const sectionDetails: Read[] = [
  (clause, addition) => addition.at === undefined && readEdge(clause, addition),
  (clause, addition) => {
    const found = take(
      clause,
      words(
        "(?:directly |right |just )?(after|behind|before|above|below|under|beneath|to the end of)(?: the)?(?: (?:section|heading|part))?(?: (?:called|titled|named))?",
      ),
    );
    const section = found && takeQuote(clause)?.text;
    if (found === undefined || section === undefined || addition.section !== undefined)
      return false;
    take(clause, words("(?:section|heading|part)"));
    take(clause, words("(?:of|in|on) (?=\\S)"));
    addition.section = section;
    addition.at = placeOf(found[1] ?? "", addition.what, /\bheading\b/i.test(found[0]));
    const page = takePlace(clause);
    if (page !== undefined && addition.page === undefined) addition.page = page;
    return true;
  },
  (clause, addition) => {
    if (take(clause, words("(?:to|in|on|into|onto)")) === undefined || addition.page !== undefined)
      return false;
    addition.page = takePlace(clause);
    return addition.page !== undefined;
  },
];

/** A text behind a heading comes right below it; behind a section, after all of it. */
function placeOf(word: string, what: Addition["what"], isHeading: boolean): InsertTask["at"] {
  if (/before|above/i.test(word)) return "before";
  if (what === "text" && isHeading) return "below";
  if (/after|behind/i.test(word)) return "after";
  return what === "section" && /below|beneath/i.test(word) ? "after" : "under";
}

const pageDetails: Read[] = [
  (clause, addition) => {
    take(clause, words("(?:in|at|as|under|below|into|to)(?: the)?(?: (?:path|file))?"));
    const path =
      take(clause, /^[\w.@~+/[\]-]{1,300}\.mdx?(?=[\s,;:)]|\.?$|\.\s)/)?.[0] ?? pathIn(clause);
    if (path === undefined || addition.path !== undefined) return false;
    addition.path = path;
    return true;
  },
  (clause, addition) => {
    const isListed =
      take(clause, words("(?:list it|put it|place it|it goes|add it|show it)")) !== undefined;
    const navigation = take(
      clause,
      words("(?:in|to|into)(?: the| our)? (?:navigation|sidebar|nav|menu)"),
    );
    const lead =
      take(
        clause,
        words(
          "(?:in|to|into|under|below)(?: the| a)?(?: (?:navigation|sidebar|nav))? (?:group|section)",
        ),
      ) ??
      (navigation && take(clause, words("(?:in|to|into|under|below)(?: the)?")));
    if (lead === undefined) return isListed && navigation !== undefined;
    addition.group =
      takeQuote(clause)?.text ??
      take(clause, /^[\p{Lu}][\w'’&-]*(?: [\p{Lu}&][\w'’-]*){0,3}/u)?.[0];
    take(clause, words("(?:group|section)"));
    take(
      clause,
      words(
        "(?:in|of|to) (?:the )?(?:navigation|sidebar|nav|[\\w./-]+\\.(?:json|ya?ml|[mc]?[jt]s))",
      ),
    );
    return addition.group !== undefined;
  },
  (clause, addition) => {
    if (take(clause, words("(?:in|to|into|under)")) === undefined || addition.folder !== undefined)
      return false;
    const folder = takePlace(clause);
    if (folder === undefined || /\.\w+$/.test(folder.name)) return false;
    addition.folder = { ...folder, kind: "folder" };
    return true;
  },
];

function pathIn(clause: Clause): string | undefined {
  return attempt(clause, () => {
    const quote = takeQuote(clause)?.text;
    return quote !== undefined && /^[\w.@~+/[\]-]{1,300}\.mdx?$/i.test(quote) ? quote : undefined;
  });
}

/** The task, once all is there; else what is missing, as the end of a sentence. */
export function additionTask(addition: Addition): AddPageTask | InsertTask | string {
  const { what, name, text, page, path, folder, group, at, section } = addition;
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
  return {
    kind: "insert",
    page,
    heading: what === "section" ? name : undefined,
    at: at ?? "end",
    section,
    text,
  };
}
