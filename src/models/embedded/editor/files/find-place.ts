import { isPageFile } from "../../../../docs/page/page-format.ts";
import { createSlugger } from "../../../../docs/page/slug.ts";
import { isForeign } from "../../../../docs/site/find-site.ts";
import { folderOf } from "../../../../docs/site/paths.ts";
import { lastPart, plainAddress } from "../../../../docs/tree/address.ts";
import type { Place } from "../instruction/task.ts";
import { listed, quoted } from "../report.ts";
import {
  type EditState,
  type EditSteps,
  fileList,
  outputOf,
  takeStep,
  textMatches,
} from "../steps/edit-state.ts";
import { foldersOf, isInside, languageFolders, withoutEnding } from "./language-folders.ts";

/** A file or folder of the repository; `fault`: why it is not clear which one is meant. */
export type FoundPlace = { path: string } | { fault: string; candidates: string[] };

/** What a person means by a path, a file name or a title. Only what can be nothing else counts. */
export function* findPlace(state: EditState, place: Place): EditSteps<FoundPlace> {
  if (place.kind === "back")
    return state.lastPage === undefined
      ? { fault: `it is not clear which page ${quoted(place.name, 40)} is`, candidates: [] }
      : { path: state.lastPage.path };
  const name = place.name
    .trim()
    .slice(0, 300)
    .replace(/^\.?\//, "");
  const bare = name.replace(/(?<!\/)\/+$/, "");
  if (bare === "" || name.split("/").includes(".."))
    return { fault: `${quoted(place.name, 80)} is no path here`, candidates: [] };
  const isWanted = (path: string) => place.kind !== "folder" || !state.files.has(path);
  const byPath = pathsOf(state, bare, place.kind).filter(isWanted);
  const found = byPath.length > 0 || place.kind === "folder" ? byPath : yield* titled(state, bare);
  const hinted = found.filter((path) => bearsOut(path, place.hint));
  const [only, ...others] = inLanguage(state, hinted, place.language);
  if (only !== undefined && others.length === 0) return { path: only };
  if (only === undefined && (yield* isUnlisted(state, bare))) return { path: bare };
  const what = place.kind === "folder" ? "folder" : "page";
  const fault =
    only === undefined
      ? `there is no ${what} ${quoted(place.name, 80)}`
      : `${quoted(place.name, 80)} may mean ${listed(found, 5)}`;
  return { fault, candidates: found };
}

/** Whether a path is there that a list which was cut does not name. */
function* isUnlisted(state: EditState, path: string): EditSteps<boolean> {
  if (!state.isListCut || !path.includes("/")) return false;
  const glob = path.replace(/[^\w./ -]/g, "?");
  const [file, folder] = yield* takeStep(state, `Looking whether ${quoted(path, 80)} is there.`, [
    { name: "list_files", input: { glob } },
    { name: "list_files", input: { folder: path, limit: 1 } },
  ]);
  const isFile = outputOf(fileList, file)?.files.includes(path);
  return isFile || (outputOf(fileList, folder)?.files.length ?? 0) > 0;
}

/** The words beside a path are in it as a whole: "the concepts page a.md" is in a folder of concepts. */
function bearsOut(path: string, hint = ""): boolean {
  const slug = createSlugger()(hint).replace(/s$/, "");
  return plainAddress(path).toLowerCase().includes(slug);
}

function inLanguage({ files }: EditState, paths: string[], language = "english"): string[] {
  const { only } = foldersOf(files, language);
  if (only.length > 0) {
    const inside = paths.filter((path) => isInside(path, only));
    return language === "english" && inside.length === 0 ? paths : inside;
  }
  if (language !== "english") return [];
  const own = paths.filter((path) => !isInside(path, languageFolders(files)));
  return own.length === 1 ? own : inMainLanguage(paths);
}

/** The one page of several that the others are translations of: they stand in a language's folder beside it. */
export function inMainLanguage(paths: string[]): string[] {
  const main = paths.find((path) =>
    paths.every((other) => {
      const folder = other === path ? "" : localeIn(other, path);
      return folder !== undefined;
    }),
  );
  return main === undefined ? paths : [main];
}

function localeIn(path: string, main: string): string | undefined {
  const names = withoutEnding(path).split("/");
  const plain = withoutEnding(main);
  const at = names.findIndex((_, index) => names.toSpliced(index, 1).join("/") === plain);
  return at !== -1 && /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(names[at] ?? "") ? names[at] : undefined;
}

function pathsOf({ files, folders }: EditState, name: string, kind: Place["kind"]): string[] {
  if (kind !== "folder" && files.has(name)) return [name];
  if (kind !== "page" && folders.has(name)) return [name];
  const pages = [...files].filter((path) => isPageFile(path) && !isForeign(path));
  const lower = name.toLowerCase();
  const slug = createSlugger()(name);
  const isPath = isPageFile(name) || name.includes("/");
  const tests: ((path: string) => boolean)[] = [
    (path) => path.toLowerCase().endsWith(`/${lower}`),
    (path) => plainAddress(path).toLowerCase() === plainAddress(lower),
    (path) =>
      plainAddress(path)
        .toLowerCase()
        .endsWith(`/${plainAddress(lower)}`),
    (path) => !isPath && lastPart(path).toLowerCase().replaceAll("_", "-") === slug,
  ];
  const inside =
    kind === "page"
      ? []
      : [...folders].filter((path) => path.endsWith(`/${name}`) && !isForeign(`${path}/`));
  if (kind === "folder") return inside;
  if (/^(?:home ?page|home|landing page)$/i.test(name)) return topPages(pages);
  for (const test of tests.slice(isPageFile(name) ? 0 : 1, isPageFile(name) ? 1 : 4)) {
    const found = pages.filter(test);
    if (found.length > 0) return [...found, ...(isPath ? inside : [])];
  }
  return inside;
}

/** The index nearest the top. */
function topPages(pages: string[]): string[] {
  const indexes = pages.filter((path) => /(?:^|\/)index\.\w+$/i.test(path));
  const depth = (path: string) => folderOf(path).split("/").length;
  const least = Math.min(...indexes.map(depth));
  return indexes.filter((path) => depth(path) === least);
}

/** Pages whose title it is, in front matter or as a heading at the top. */
function* titled(state: EditState, name: string): EditSteps<string[]> {
  if (/[\n/]|\.\w{1,5}$/.test(name)) return [];
  const call = { name: "search_text" as const, input: { query: name, caseSensitive: false } };
  const [result] = yield* takeStep(state, `Looking for the page ${quoted(name, 60)}.`, [call]);
  const matches = outputOf(textMatches, result)?.matches ?? [];
  const paths = matches.filter(
    ({ path, text }) => isPageFile(path) && isTitle(titleIn(text), name.toLowerCase()),
  );
  const known = paths
    .map(({ path }) => path)
    .filter((path) => state.isListCut || state.files.has(path));
  return [...new Set(known)];
}

/** "Options: Hooks" may be called “Hooks” as well as the page of that title. */
function isTitle(title: string, name: string): boolean {
  return title === name || title.endsWith(`: ${name}`);
}

function titleIn(line: string): string {
  const title = /^\s*(?:title:|#\s)(.{1,300})$/.exec(line.slice(0, 400))?.[1] ?? "";
  return title
    .trim()
    .replace(/\{[^{}]*\}$/, "")
    .trimEnd()
    .replace(/^["']|["']$/g, "")
    .toLowerCase();
}
