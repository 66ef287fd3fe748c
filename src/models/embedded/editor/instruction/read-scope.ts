import type { TermPart } from "../../../../docs/edit/replace-in-page.ts";
import { attempt, type Clause, peek, take, takeBare, takePlace } from "./clause.ts";
import type { Place, Scope } from "./task.ts";
import { languageOf, wordsOf } from "./tokens.ts";

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

/** One thing that says how far a task goes. */
export function readScope(clause: Clause, scope: WideScope): boolean {
  return readers.some((read) => attempt(clause, () => read(clause, scope)) !== undefined);
}

type Read = (clause: Clause, scope: WideScope) => boolean;

const readers: Read[] = [
  (clause, scope) => {
    const token = take(clause, "everywhere")?.[0];
    if (token === undefined) return false;
    scope.isEverywhere = true;
    const isFolder = wordsOf(token).toLowerCase() === "in docs" && scope.only.length === 0;
    if (isFolder) scope.only.push({ name: "docs", kind: "folder", isLoose: true });
    return true;
  },
  (clause, scope) => {
    if (take(clause, "exact-case") === undefined) return false;
    scope.matchCase = true;
    return true;
  },
  takeLanguage,
  // "code included", "the changelog stays as it is"
  (clause, scope) => {
    const list = takeList(clause);
    if (list === undefined) return false;
    if (take(clause, "too") !== undefined) return widen(scope, list);
    if (take(clause, ",? leave-it") !== undefined) return spare(scope, list);
    return take(clause, "stays|alone too?") !== undefined && spare(scope, list);
  },
  (clause, scope) => {
    take(clause, "but|and");
    if (
      take(clause, "leave it? in") === undefined &&
      take(clause, "leave|except|not in|for|of|from|at|under?") === undefined
    )
      return false;
    const list = takeList(clause);
    take(clause, "alone|stays");
    return list !== undefined && spare(scope, list);
  },
  (clause, scope) => {
    if (take(clause, "also in?") === undefined) return false;
    const list = takeList(clause);
    take(clause, "too");
    return list !== undefined && widen(scope, list);
  },
  (clause, scope) => {
    const isOnly = take(clause, "only") !== undefined;
    const lead = take(clause, "in|for|of|from|at|under|below")?.[0]?.is;
    if (lead === undefined && !isOnly && peek(clause) !== "every-in") return false;
    const list = takeList(clause);
    if (list === undefined || list.isAddress || list.isTranslations || list.isPages) return false;
    // "For the beta" need not name a folder.
    const isBare = list.places.some(({ name, kind }) => kind === "any" && !/[/.]/.test(name));
    if (isBare && /^(?:for|of|from|at)$/.test(lead ?? "")) return false;
    if (take(clause, "too") !== undefined) return widen(scope, list);
    take(clause, "only|alone");
    // "In a.md … in b.md" may mean both, or one of them.
    if (list.places.length > 0) scope.only = scope.only.filter(({ isLoose }) => !isLoose);
    if (list.places.length > 0 && scope.only.length > 0) return false;
    if (list.parts.length > 0) scope.onlyIn = [...(scope.onlyIn ?? []), ...list.parts];
    scope.only.push(...list.places.map((place) => (scope.isEverywhere ? asFolder(place) : place)));
    return true;
  },
];

/** "a.md, b.md and the guides folder": places alone. */
export function takePlaces(clause: Clause): Place[] | undefined {
  return attempt(clause, () => {
    const list = takeList(clause);
    const isElse = list === undefined || list.isAddress || list.isTranslations || list.isPages;
    return isElse || list.parts.length > 0 ? undefined : list.places;
  });
}

type List = {
  parts: TermPart[];
  places: Place[];
  isAddress: boolean;
  isTranslations: boolean;
  isPages: boolean;
};

/** "headings, code and a.md" */
function takeList(clause: Clause): List | undefined {
  const list: List = {
    ...{ parts: [], places: [], isAddress: false, isTranslations: false, isPages: false },
  };
  if (attempt(clause, () => takeItem(clause, list)) === undefined) return undefined;
  while (attempt(clause, () => takeMore(clause, list)));
  const noun = clause.tokens[clause.at - 1];
  if (noun?.place?.kind === "folder" && /(?:folders|directories)$/i.test(wordsOf(noun)))
    list.places = list.places.map((place) => ({ ...place, kind: "folder" }));
  return list;
}

/** A comma alone leads from place to place or from part to part, never from one to the other. */
function takeMore(clause: Clause, list: List): boolean {
  const isJoined = take(clause, ", and|or in|also?") ?? take(clause, "and|or in|also?");
  if (isJoined === undefined && take(clause, ",") === undefined) return false;
  if (isJoined === undefined && /^(?:translations|address|pages)$/.test(peek(clause))) return false;
  const isPart = peek(clause) === "part";
  if (isJoined === undefined && isPart !== list.parts.length > 0) return false;
  return takeItem(clause, list);
}

function takeItem(clause: Clause, list: List): boolean {
  const part = take(clause, "part")?.[0]?.part;
  if (part !== undefined) return list.parts.push(part) > 0;
  if (take(clause, "address") !== undefined) {
    list.isAddress = true;
    return true;
  }
  if (take(clause, "translations") !== undefined) {
    list.isTranslations = true;
    return true;
  }
  const place = takeFolders(clause) ?? [takePlace(clause) ?? takeBare(clause)];
  const found = place.filter((own) => own !== undefined);
  if (found.length === 0) {
    list.isPages = take(clause, "pages") !== undefined;
    return list.isPages;
  }
  // "It" is a place alone and none of a list.
  if (found.some(({ kind }) => kind === "back") && list.places.length + list.parts.length > 0)
    return false;
  list.places.push(...found);
  return true;
}

/** "the folders es, fr and zh" */
function takeFolders(clause: Clause): Place[] | undefined {
  return attempt(clause, () => {
    if (take(clause, "folders") === undefined) return undefined;
    const places: Place[] = [];
    const next = () => {
      const place = takePlace(clause) ?? takeBare(clause);
      return place && places.push({ ...place, kind: "folder" }) > 0;
    };
    if (!next()) return undefined;
    while (attempt(clause, () => (take(clause, ", and|or?") ?? take(clause, "and|or")) && next()));
    return places;
  });
}

/** What is to be left as it is. "Leave it alone" contradicts what it stands behind. */
function spare(scope: WideScope, { parts, places, isTranslations, isPages }: List): boolean {
  if (places.some(({ kind }) => kind === "back")) return false;
  if (isPages && scope.onlyIn?.join() !== "navigation") return false;
  if (isTranslations) scope.language ??= "english";
  scope.notIn.push(...parts);
  scope.except.push(...places);
  return true;
}

function widen(
  scope: WideScope,
  { parts, places, isAddress, isTranslations, isPages }: List,
): boolean {
  scope.alsoIn.push(...parts);
  return places.length === 0 && !isAddress && !isTranslations && !isPages;
}

/** "In all pages under docs/api" is about a folder. */
function asFolder(place: Place): Place {
  return place.kind === "any" && !/\.\w+$/.test(place.name) ? { ...place, kind: "folder" } : place;
}

/** "in the English docs", "(English)", "the Spanish pages only" */
function takeLanguage(clause: Clause, scope: WideScope): boolean {
  const taken = take(clause, "only? in|for|of|from? language only|too?");
  const token = taken?.find(({ is }) => is === "language");
  const language = token && languageOf(token);
  const words = token === undefined ? "" : wordsOf(token);
  // "In French" may ask for a translation.
  const isBare = !words.includes(" ") && taken?.[0]?.is === "in";
  const isElse = scope.only.some((place) => (place.language ?? language) !== language);
  if (language === undefined || isBare || isElse) return false;
  if (language === "all") {
    scope.isEverywhere = true;
    return !/transl/i.test(words);
  }
  if (scope.language !== undefined && scope.language !== language) return false;
  scope.language = language;
  return true;
}
