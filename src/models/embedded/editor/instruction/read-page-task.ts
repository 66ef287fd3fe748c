import { isPageFile } from "../../../../docs/page/page-format.ts";
import {
  attempt,
  type Clause,
  isRead,
  peek,
  take,
  takeAll,
  takeBare,
  takePlace,
} from "./clause.ts";
import { takeGlue } from "./glue.ts";
import { emptyScope, readScope, type WideScope } from "./read-scope.ts";
import type { Place, Task } from "./task.ts";
import { isName, languageOf, type Token, wordsOf } from "./tokens.ts";

/** "Move a.md to guides/b.md", "a.md should live in guides/". */
export function readMove(clause: Clause): Task[] | undefined {
  const from: Place[] = [];
  let verb = "";
  let to: { name: string; isFolder: boolean } | undefined;
  let isSameName = false;
  let folder = "";
  const isWhole = takeAll(clause, [
    () => {
      const own = take(clause, "!move|!rename|!call|!put")?.[0]?.is;
      if (own === undefined || verb !== "") return false;
      verb = own;
      return true;
    },
    () => {
      const isFree = to === undefined && from.length > 0;
      const lead = isFree && take(clause, "it? to|into|in|under|as|->|should-be|at")?.at(-1)?.is;
      if (lead === undefined || lead === false) return false;
      to = takeTarget(clause);
      // What goes into something goes into a folder.
      if (to === undefined || !/^(?:into|in|under)$/.test(lead)) return to !== undefined;
      to.isFolder ||= !to.name.includes("/") && !isPageFile(to.name);
      return !isPageFile(to.name) || verb === "!rename";
    },
    () => {
      const place = to === undefined ? takePlace(clause) : undefined;
      return place !== undefined && from.push(place) > 0;
    },
    () => take(clause, "follow|instead|keep-title") !== undefined,
    () => takeWhich(clause, from),
    () => {
      const ending = /\.\w+/.exec(words(take(clause, "!have? ending")?.at(-1)))?.[0];
      const name = from[0]?.name ?? "";
      if (ending === undefined || to !== undefined || !isPageFile(name)) return false;
      to = { name: name.replace(/\.\w+$/, ending), isFolder: false };
      return true;
    },
    () => {
      if (clause.at > 0 || take(clause, "in") === undefined) return false;
      folder = takeBare(clause)?.name ?? "";
      return folder !== "" && take(clause, ":") !== undefined;
    },
    () => !to?.name.includes("/") && take(clause, "same-folder") !== undefined,
    () => {
      isSameName = take(clause, "same-name") !== undefined;
      return isSameName;
    },
    () => takeLanguage(clause, from),
    () => from.length === 1 && to !== undefined && take(clause, "it|apply") !== undefined,
    () => takeGlue(clause, "page"),
  ]);
  const [given, ...others] = from;
  if (!isWhole || given === undefined || to === undefined) return undefined;
  if (folder !== "" && (given.name.includes("/") || others.length > 0)) return undefined;
  const first = folder === "" ? given : { ...given, name: `${folder}/${given.name}` };
  const isInto = to.isFolder || to.name.endsWith("/") || others.length > 0;
  // "Rename “a-b” to “c-d”" is about words unless it names a file.
  const isFile = first.kind !== "any" || /\/|\.\w+$/.test(first.name);
  if (!isFile && verb !== "!move") return undefined;
  if (verb === "" && !isPageFile(to.name)) return undefined;
  if ((isSameName && !isInto) || (others.length > 0 && (isPageFile(to.name) || verb === "!rename")))
    return undefined;
  const { name } = to;
  return [first, ...others].map((own) => ({ kind: "move", from: own, to: name, isInto }));
}

function words(token: Token | undefined): string {
  return token === undefined ? "" : wordsOf(token);
}

function takeTarget(clause: Clause): { name: string; isFolder: boolean } | undefined {
  const place = takePlace(clause);
  if (place !== undefined)
    return place.kind === "back" || (place.kind === "page" && !/[/.]/.test(place.name))
      ? undefined
      : { name: place.name, isFolder: place.kind === "folder" };
  const token = take(clause, "other|Q")?.[0];
  const name = token?.quote?.text ?? (token && isName(token) ? wordsOf(token) : "");
  return /^[\w.@~+/[\]-]{1,300}$/.test(name) ? { name, isFolder: false } : undefined;
}

/** "Only the English page; the translations keep their names", "in all languages". */
function takeLanguage(clause: Clause, pages: Place[]): boolean {
  const scope = emptyScope();
  // "The French pages are outdated" says something else of them.
  if (peek(clause) === "language" && peek(clause, 1) === "wrong") return false;
  const each = attempt(clause, () => take(clause, "in|for? language")?.at(-1));
  const said = each && languageOf(each);
  if (said === undefined && (peek(clause) === "place" || !readScope(clause, scope))) return false;
  const isElse =
    scope.only.length + scope.except.length + scope.notIn.length + scope.alsoIn.length > 0;
  const language = said ?? scope.language;
  if (isElse || language === undefined || pages.length === 0) return false;
  for (const [index, page] of pages.entries()) pages[index] = { language, ...page };
  if (said === "all")
    for (const [index, page] of pages.entries()) pages[index] = { ...page, language: said };
  return true;
}

export function readDelete(clause: Clause): Task[] | undefined {
  const pages: Place[] = [];
  let replacement: Place | undefined;
  let isAsked = false;
  const isWhole = takeAll(clause, [
    () => {
      if (take(clause, "!delete|!remove") === undefined || isAsked) return false;
      isAsked = true;
      return true;
    },
    () =>
      take(clause, "from everywhere") !== undefined ||
      take(clause, "everywhere|follow|unlisted") !== undefined,
    () => takeFromDocs(clause),
    () => takeWhich(clause, pages),
    () => pages.length > 0 && takeEntry(clause),
    () => take(clause, "pages") !== undefined && peek(clause) === "place",
    () => {
      if (take(clause, "point-links") === undefined || replacement !== undefined) return false;
      replacement = takePlace(clause);
      take(clause, "instead");
      return replacement !== undefined;
    },
    () => {
      const place = peek(clause) === "every-in" ? undefined : takePlace(clause);
      return place !== undefined && pages.push(place) > 0;
    },
    () => takeLanguage(clause, pages),
    () => takeGlue(clause, "page"),
  ]);
  if (!isWhole || !isAsked || pages.length === 0 || pages.some(({ kind }) => kind === "folder"))
    return undefined;
  const named = pages.length > 1 ? pages.filter(({ kind }) => kind !== "back") : pages;
  return named.map((page) => ({ kind: "delete", page, replacement }));
}

/** "the one in docs, not the old one": which of several pages of that name. */
function takeWhich(clause: Clause, pages: Place[]): boolean {
  const page = pages[0];
  if (take(clause, "not-one") !== undefined) return page?.name.includes("/") === true;
  if (take(clause, "the-one") === undefined || page === undefined || pages.length > 1) return false;
  const folder = takePlace(clause) ?? takeBare(clause);
  if (folder === undefined || page.name.includes("/")) return false;
  pages[0] = { ...page, name: `${folder.name.replace(/\/$/, "")}/${page.name}` };
  return true;
}

/** "and the “Keys” item in the sidebar as well": goes with the page. */
function takeEntry(clause: Clause): boolean {
  const out = take(clause, "alone")?.[0];
  if (out !== undefined) return /^out$/i.test(wordsOf(out));
  take(clause, "its");
  take(clause, "Q");
  const noun = clause.tokens[clause.at];
  if (noun === undefined || !/^(?:item|entry|link|line|label)$/i.test(wordsOf(noun))) return false;
  clause.at += 1;
  const part = take(clause, "in|from|of part too?")?.[1]?.part;
  return part === "navigation";
}

/** "from the docs and navigation" */
function takeFromDocs(clause: Clause): boolean {
  if (take(clause, "from") === undefined) return false;
  const token = take(clause, "other|place")?.[0];
  if (
    token === undefined ||
    !/^(?:docs|documentation|site|website|repo(?:sitory)?)$/i.test(wordsOf(token))
  )
    return false;
  attempt(clause, () => take(clause, "and in? part"));
  return true;
}

export function readRepair(clause: Clause, scope: WideScope): Task[] | undefined {
  let isAsked = false;
  let isNamed = false;
  const named = (pattern: string) => {
    if (take(clause, pattern) === undefined) return false;
    isNamed = true;
    return true;
  };
  const isWhole = takeAll(clause, [
    () => {
      if (take(clause, "!fix|!check|!update|!make|apply") === undefined) return false;
      isAsked = true;
      return true;
    },
    () => named("for? broken-links"),
    () =>
      attempt(clause, () =>
        take(clause, "links|address") === undefined ? undefined : readScope(clause, scope) || true,
      ) === true &&
      (peek(clause) !== "broken" || named("broken")),
    () => isNamed && take(clause, "reported|unclear|broken|works") !== undefined,
    () => isNamed && take(clause, "it") !== undefined,
    () => take(clause, "leave|not|except external alone?") !== undefined,
    () => {
      const place =
        scope.only.length === 0 && peek(clause) === "place" ? takePlace(clause) : undefined;
      return place !== undefined && scope.only.push(place) > 0;
    },
    () => readScope(clause, scope),
    () => takeGlue(clause, "repair"),
  ]);
  const isElse =
    scope.onlyIn !== undefined || scope.notIn.length + scope.alsoIn.length > 0 || scope.matchCase;
  if (!isWhole || !isAsked || !isNamed || isElse || !isRead(clause)) return undefined;
  return [{ kind: "repair", only: [], except: [] }];
}
