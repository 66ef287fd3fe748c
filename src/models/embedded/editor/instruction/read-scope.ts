import type { TermPart } from "../../../../docs/edit/replace-in-page.ts";
import { attempt, type Clause, take, takePlaces, words } from "./clause.ts";
import type { Place, Scope } from "./task.ts";

export type WideScope = Scope & {
  onlyIn: TermPart[] | undefined;
  alsoIn: TermPart[];
  notIn: TermPart[];
  matchCase: boolean;
  isEverywhere: boolean;
};

export function emptyScope(): WideScope {
  const none = { only: [], except: [], onlyIn: undefined, alsoIn: [], notIn: [] };
  return { ...none, matchCase: false, isEverywhere: false };
}

/** Reads all that says how far a task goes; what it does not know stays in the clause. */
export function readScope(clause: Clause, scope: WideScope): void {
  for (let before = ""; before !== clause.rest; ) {
    before = clause.rest;
    take(clause, /^[(;]\s*/);
    const isRead = readers.some((read) =>
      attempt(clause, () => (read(clause, scope) ? true : undefined)),
    );
    if (isRead) take(clause, /^[);]/);
  }
}

type Read = (clause: Clause, scope: WideScope) => boolean;

const docs = "(?:docs|documentation|pages|files|site|website|repo(?:sitory)?|markdown files)";
const one = "(?:docs?|pages?|files?|markdown files?|documents?)";
const everywhere = words(
  `(?:across|throughout|in|on|over) (?:(?:all|every|each|any)(?: of)?(?: the| our)? ${one}|(?:(?:all|of|the|our|whole|entire) )*${docs})(?! (?:folder|directory))(?: of (?:the|our) ${docs})?|(?:everywhere|throughout|globally|site-?wide)(?: (?:in|across) (?:all )?(?:the |our )?${docs})?|(?:and |but )*(?:nothing else|(?:do not|don['’]t) (?:touch|change|edit) anything else|(?:leave|keep) (?:everything|all) else(?: (?:alone|as it is|unchanged|untouched))?)`,
);
const link = "(?:but |and |, )*";
const exceptWord = words(
  `${link}(?:(?:do )?not|except(?:ing)?|excluding|without(?: (?:touching|changing))?|apart from|other than|outside(?: of)?|never)(?: for)?(?: (?:those|the ones|(?:the |all )?(?:pages|files))(?= (?:in|on|under|of|from)))?(?: (?:in|inside|within|on|under|of|for|from))?(?: any| all)?`,
);
const leaveWord = words(
  `${link}(?:please )?(?:(?:do not|don['’]t|never|without) (?:touch|chang|edit|modify|updat|replac)(?:e|ing)?(?: it| them| anything)?(?: in| on)?|leav(?:e|ing)(?: out)?|skip(?:ping)?|ignor(?:e|ing)|spar(?:e|ing)|keep(?:ing)?)`,
);
const asItIs = "(?:alone|as (?:it is|they are|is)|unchanged|untouched|out|intact)";
const leftAlone = words(asItIs);
const staysOut = words(
  `(?:is|are|was|were)? ?(?:excluded|excepted|exempt)|(?:(?:should|must|shall|may|can|do|does)(?: not|n['’]t) (?:be )?(?:changed?|touched|edited))|(?:should |must |shall )?(?:stays?|remains?|be left) ${asItIs}`,
);
const comesIn = words("(?:is |are )?(?:included|too|as well|also)");
const keepIt = words(
  `${link}(?:keep|leave) (?:it|them|the old (?:name|term|word|text))(?: as (?:it is|is))? (?:in|on|inside|within)`,
);
const inside = words(`${link}(?:(only) )?(?:in|on|within|inside|under|below|for|of|from)`);
const alsoWord = words(
  `${link}(?:also|even|including|include)(?: it| them)?(?: (?:in|inside|within))?`,
);
const exactCase = words(
  `${link}(?:case[- ]sensitive(?:ly)?|match(?:ing)?(?: the)? (?:exact )?case|(?:with )?exact(?: case| capitali[sz]ation)?|in exactly this (?:case|spelling))`,
);
const usualCase = words(
  `${link}(?:(?:keep|keeping|preserv(?:e|ing)|respect(?:ing)?)(?: the)? (?:case|capitali[sz]ation|capitals)|(?:as )?whole words?(?: only)?|only (?:as )?whole words?)`,
);

const readers: Read[] = [
  (clause, scope) => {
    if (take(clause, everywhere) === undefined) return false;
    scope.isEverywhere = true;
    return true;
  },
  (clause, scope) => {
    if (take(clause, exactCase) === undefined) return take(clause, usualCase) !== undefined;
    scope.matchCase = true;
    return true;
  },
  (clause, scope) => take(clause, keepIt) !== undefined && readExceptions(clause, scope),
  (clause, scope) => {
    take(clause, words("and|but|with"));
    const parts = takeParts(clause);
    if (parts.length === 0 || take(clause, comesIn) === undefined) return false;
    scope.alsoIn.push(...parts);
    return true;
  },
  (clause, scope) => {
    take(clause, words("and|but|with"));
    const own = emptyScope();
    if (!readExceptions(clause, own) || take(clause, staysOut) === undefined) return false;
    scope.notIn.push(...own.notIn);
    scope.except.push(...own.except);
    return true;
  },
  (clause, scope) => {
    if (take(clause, leaveWord) === undefined || !readExceptions(clause, scope)) return false;
    take(clause, leftAlone);
    return true;
  },
  (clause, scope) => take(clause, exceptWord) !== undefined && readExceptions(clause, scope),
  (clause, scope) => {
    if (take(clause, alsoWord) === undefined) return false;
    const parts = takeParts(clause);
    take(clause, comesIn);
    scope.alsoIn.push(...parts);
    return parts.length > 0;
  },
  (clause, scope) => {
    const lead = take(clause, inside) ?? take(clause, words("(only)"));
    if (lead === undefined) return false;
    const parts = takeParts(clause);
    if (parts.length > 0) {
      if (take(clause, comesIn) !== undefined) scope.alsoIn.push(...parts);
      else scope.onlyIn = [...(scope.onlyIn ?? []), ...parts];
      take(clause, words("only"));
      return true;
    }
    const places = takePlaces(clause, true);
    scope.only.push(...places.map((place) => (scope.isEverywhere ? asFolder(place) : place)));
    take(clause, words("only|alone"));
    return places.length > 0;
  },
];

/** "In all pages under docs/api" is about a folder. */
function asFolder(place: Place): Place {
  return place.kind === "any" && !/\.\w+$/.test(place.name) ? { ...place, kind: "folder" } : place;
}

/** Exceptions are parts of pages, pages or folders, also mixed. */
function readExceptions(clause: Clause, scope: WideScope): boolean {
  let count = 0;
  for (let before = ""; before !== clause.rest; ) {
    before = clause.rest;
    const isJoined = take(clause, words("(?:and |or |nor )(?:in |on )?(?=\\S)")) !== undefined;
    if (isJoined && count === 0) return false;
    const parts = takeParts(clause);
    const places = parts.length > 0 ? [] : takePlaces(clause, isJoined || count === 0);
    // "Leave it alone" contradicts what it stands behind.
    if (places.some(({ kind }) => kind === "back")) return false;
    scope.notIn.push(...parts);
    scope.except.push(...places);
    count += parts.length + places.length;
    if (parts.length + places.length === 0) clause.rest = before;
  }
  return count > 0;
}

const partNames: [TermPart, RegExp][] = [
  [
    "headings",
    words(
      "(?:the |any |all )*(?:page )?(?:headings?|headers?|headlines?|section titles?)(?! \\uE000)",
    ),
  ],
  [
    "code",
    words(
      "(?:the |any |all )*(?:inline |fenced )?code(?: (?:blocks?|samples?|examples?|snippets?|spans?|fences?))?(?: and inline code)?|(?:the |any |all )*snippets",
    ),
  ],
  ["front-matter", words("(?:the |any |all )*(?:front ?-?matter|meta ?data)")],
  [
    "navigation",
    words(
      "(?:the |any |all )*(?:site['’]?s? )?(?:navigation|nav|sidebars?|menus?)(?: (?:titles?|labels?|entries|bar|file))?|(?:the )?(?:site )?(?:config(?:uration)?|settings)(?: files?)?",
    ),
  ],
  ["prose", words("(?:the |any |all )*(?:prose|running text|body text|paragraphs)")],
];

function takeParts(clause: Clause): TermPart[] {
  const parts: TermPart[] = [];
  for (;;) {
    const part = attempt(clause, () => {
      if (parts.length > 0) take(clause, words("(?:and|or|nor)(?: in)?"));
      return partNames.find(([, pattern]) => take(clause, pattern) !== undefined)?.[0];
    });
    if (part === undefined) return parts;
    parts.push(part);
  }
}
