import { termParts } from "../../../../docs/edit/replace-in-page.ts";
import { isPageFile } from "../../../../docs/page/page-format.ts";
import { createSlugger } from "../../../../docs/page/slug.ts";
import { isForeign } from "../../../../docs/site/find-site.ts";
import { folderOf, isBelow, joined, nameOf } from "../../../../docs/site/paths.ts";
import { findPlace, inMainLanguage } from "../files/find-place.ts";
import { foldersOf, versionPath, versionsOf } from "../files/language-folders.ts";
import type {
  AddPageTask,
  MoveTask,
  Place,
  ReplaceTask,
  Scope,
  Task,
} from "../instruction/task.ts";
import { quoted } from "../report.ts";
import {
  type EditState,
  type EditSteps,
  outputOf,
  type ToolCall,
  takeStep,
  textMatches,
} from "../steps/edit-state.ts";

/** A task with the one call that carries it out, now that all it names is found. */
export type PlannedTask = { task: Task; call: ToolCall };

/** Finds what a task names; `fault` says what is not there, or not clear, and then nothing is done. */
export function* planTask(
  state: EditState,
  task: Task,
  docsFolder: string,
): EditSteps<PlannedTask[] | { fault: string }> {
  const tasks = yield* inLanguages(state, task);
  if ("fault" in tasks) return tasks;
  const planned: PlannedTask[] = [];
  for (const own of tasks) {
    const found = yield* callOf(state, own, docsFolder);
    if ("fault" in found) return found;
    foresee(state, found);
    planned.push({ task: own, call: found });
  }
  return planned;
}

/** A task on a page in all languages is one on each of its versions. */
function* inLanguages(state: EditState, task: Task): EditSteps<Task[] | { fault: string }> {
  const page = task.kind === "move" ? task.from : task.kind === "delete" ? task.page : undefined;
  if (page?.language !== "all" || (task.kind !== "move" && task.kind !== "delete")) return [task];
  const found = yield* findPage(state, { ...page, language: "english" });
  if ("fault" in found) return found;
  const named = (name: string): Place => ({ name, kind: "page" });
  const versions = versionsOf(state.files, found.path);
  if (task.kind === "delete") return versions.map((path) => ({ ...task, page: named(path) }));
  // Where it goes is told from the name it was given, which may be a part of its path.
  const main = yield* moveCall(state, { ...task, from: { ...page, language: "english" } });
  if ("fault" in main) return main;
  const to = String(main.input.to);
  const moves: Task[] = [];
  for (const path of versions) {
    const own = versionPath(state.files, { from: found.path, to, path });
    if (own === undefined) return { fault: `${to} is outside the pages that have translations` };
    moves.push({ ...task, from: named(path), to: own, isInto: false });
  }
  return moves;
}

/** What is there once the call is made, for the tasks behind it: where a page goes, and which one "it" is. */
function foresee(state: EditState, { name, input }: ToolCall): void {
  const files = new Set(state.files);
  const only = Array.isArray(input.only) && input.only.length === 1 ? input.only[0] : undefined;
  const gone = name === "move_file" ? input.from : name === "delete_file" ? input.path : undefined;
  const path = name === "move_file" ? input.to : (input.path ?? only);
  files.delete(String(gone));
  const isNew = name === "move_file" || name === "add_page";
  if (isNew) files.add(String(path));
  const isPage = typeof path === "string" && isPageFile(path) && name !== "delete_file";
  state.lastPage = isPage ? { path, isNew } : undefined;
  state.files = files;
}

type Planned = ToolCall | { fault: string };

function* callOf(state: EditState, task: Task, docsFolder: string): EditSteps<Planned> {
  switch (task.kind) {
    case "replace":
      return yield* scopedCall(state, task, replaceCall(task));
    case "repair":
      return yield* scopedCall(state, task, { name: "repair_links", input: {} });
    case "front-matter": {
      // "Set the title of docs/guides" does not say that every page in it gets that title.
      const folder = task.only.find((place) => place.kind !== "folder" && isFolder(state, place));
      if (folder !== undefined && task.fill.length === 0)
        return { fault: `${folder.name} is a folder; say “all pages in ${folder.name}”` };
      return yield* scopedCall(state, task, {
        ...{ name: "set_front_matter", input: { set: task.set, fill: task.fill } },
      });
    }
    case "move":
      return yield* moveCall(state, task);
    case "delete": {
      const page = yield* findPage(state, task.page);
      const to = task.replacement && (yield* findPage(state, task.replacement));
      if ("fault" in page) return page;
      if (to !== undefined && "fault" in to) return to;
      if (task.page.kind === "back" && state.lastPage?.isNew)
        return { fault: `it cannot be meant to delete ${page.path}, which is made just before` };
      return {
        name: "delete_file",
        input: { path: page.path, ...(to && { replacement: to.path }) },
      };
    }
    case "insert": {
      if (task.page === undefined) return { fault: "the instruction names no page" };
      const page = yield* findPage(state, task.page);
      const { heading, at, section, text } = task;
      if ("fault" in page) return page;
      if (section !== undefined && (yield* lacks(state, page.path, section)))
        return { fault: `${page.path} has no section ${quoted(section, 80)}` };
      const input = {
        path: page.path,
        text,
        at,
        ...(heading && { heading }),
        ...(section && { section }),
      };
      return { name: "insert_text", input };
    }
    case "add-page":
      return yield* addPageCall(state, task, docsFolder);
  }
}

/** Whether no line of the page that may be a heading holds its words, so that nothing is begun that cannot be done. */
function* lacks(state: EditState, path: string, heading: string): EditSteps<boolean> {
  if (state.lastPage?.isNew && state.lastPage.path === path) return false;
  const names = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const query = names.toSorted((one, other) => other.length - one.length)[0];
  if (query === undefined) return false;
  const call = { name: "search_text" as const, input: { query, folder: path } };
  const [result] = yield* takeStep(state, `Looking for the heading ${quoted(heading, 60)}.`, [
    call,
  ]);
  const lines = outputOf(textMatches, result)?.matches.map(({ text }) => text.toLowerCase());
  const isLike = (line: string) =>
    /^[=\s>]*[#=]|<h\d/.test(line) || line.trim().length < heading.length + 10;
  const isIt = (line: string) => isLike(line) && names.every((name) => line.includes(name));
  return lines?.some(isIt) === false;
}

function replaceCall(task: ReplaceTask): ToolCall {
  const { from, to, isCode, matchCase, isWhole, onlyIn, alsoIn, notIn } = task;
  const usual = onlyIn ?? termParts.filter((part) => part !== "code" || isCode);
  const parts = termParts.filter(
    (part) => (usual.includes(part) || alsoIn.includes(part)) && !notIn.includes(part),
  );
  return {
    name: "replace_term",
    input: { from, to, parts, matchCase: matchCase || isCode, ...(isWhole && { whole: true }) },
  };
}

/** Pages that a repository may have several times, or not at all: all there are stay alone when one is to. */
const knownEverywhere = /^(?:change ?logs?|release notes|readme)$/i;

function* scopedCall(
  state: EditState,
  { only, except, language }: Scope,
  call: ToolCall,
): EditSteps<Planned> {
  if (call.name === "replace_term" && (call.input.parts as string[]).length === 0)
    return { fault: "what is left out holds everything that was asked for" };
  const paths: Record<"only" | "except", string[]> = { only: [], except: [] };
  for (const place of only) {
    if (place.isLoose && !state.folders.has(place.name)) continue;
    const found = yield* findPlace(state, language === undefined ? place : { language, ...place });
    if ("fault" in found) return found;
    paths.only.push(found.path);
  }
  if (
    language !== undefined &&
    !(only.length > 0 && paths.only.every((path) => state.files.has(path)))
  ) {
    const folders = foldersOf(state.files, language);
    if (folders.only.length + folders.except.length === 0 && language !== "english")
      return { fault: `there is no folder of ${language} pages` };
    if (paths.only.length === 0) paths.only.push(...folders.only);
    paths.except.push(...folders.except);
  }
  for (const place of except) {
    const found = yield* findPlace(state, place);
    const isKnown = knownEverywhere.test(place.name);
    if ("fault" in found && !isKnown) return found;
    const own = "fault" in found ? found.candidates : [found.path];
    paths.except.push(...(isKnown ? own.map(withFolder) : own));
  }
  const { only: wanted, except: spared } = paths;
  const input = {
    ...call.input,
    ...(wanted.length > 0 && { only: wanted }),
    ...(spared.length > 0 && { except: spared }),
  };
  return { ...call, input };
}

/** The index of a folder stands for all of it. */
function withFolder(path: string): string {
  return /\/index\.\w+$/i.test(path) ? folderOf(path) : path;
}

function isFolder({ files, folders }: EditState, { name }: Place): boolean {
  const path = name.replace(/^\.?\//, "").replace(/(?<!\/)\/+$/, "");
  return folders.has(path) && !files.has(path);
}

function* findPage(
  state: EditState,
  place: Place,
): EditSteps<{ path: string } | { fault: string }> {
  if (isFolder(state, place)) return { fault: `${place.name} is a folder, and one page is meant` };
  const found = yield* findPlace(state, {
    ...place,
    kind: place.kind === "any" ? "page" : place.kind,
  });
  if ("fault" in found || isPageFile(found.path)) return found;
  return { fault: `${found.path} is no page` };
}

function* moveCall(state: EditState, { from, to, isInto }: MoveTask): EditSteps<Planned> {
  const found = yield* findPlace(state, from);
  if ("fault" in found) return found;
  const { path } = found;
  if (to.split("/").includes("..") || to.startsWith("/"))
    return { fault: `${to} is no path inside the docs` };
  const start = path.endsWith(`/${from.name}`) ? path.slice(0, -from.name.length - 1) : "";
  const isTop = (name: string) => state.folders.has(name.split("/", 1)[0] ?? "");
  const inside =
    !to.includes("/") && !isInto && !state.folders.has(to)
      ? joined(folderOf(path), to)
      : isTop(to)
        ? to
        : joined(start, to);
  const wanted = inside.replace(/(?<!\/)\/+$/, "");
  const isLost = isInto && !to.includes("/") && !state.folders.has(wanted);
  const folder = isLost ? yield* findPlace(state, { name: to, kind: "folder" }) : { path: wanted };
  if ("fault" in folder) return folder;
  const bare = folder.path;
  const ending = /\.\w+$/.exec(path)?.[0] ?? "";
  const isFolder = isInto || state.folders.has(bare);
  const named = isFolder
    ? joined(bare, nameOf(path))
    : isPageFile(bare) || ending === ""
      ? bare
      : bare + ending;
  // "Move a.md to archive" may mean a folder that is not there, or a new name.
  if (!isFolder && isPageFile(from.name) && !isPageFile(to))
    return { fault: `there is no folder ${to}; a page's new name needs its ending` };
  if (isPageFile(path) && !isPageFile(named)) return { fault: `${to} is no path of a page` };
  if (state.files.has(named) || (ending === "" && state.folders.has(named)))
    return { fault: `there is a file ${named} already` };
  return { name: "move_file", input: { from: path, to: named } };
}

function* addPageCall(state: EditState, task: AddPageTask, docsFolder: string): EditSteps<Planned> {
  const { title, text, group } = task;
  const folder = task.folder && (yield* findPlace(state, task.folder));
  if (folder !== undefined && "fault" in folder) return folder;
  const slug = createSlugger()(title).replace(/^-+|(?<!-)-+$/g, "");
  const pages = [...state.files].filter(isPageFile);
  const usual =
    pages.filter((path) => path.endsWith(".mdx")).length * 2 > pages.length ? ".mdx" : ".md";
  const named = task.path === "" ? slug + usual : task.path.replace(/^\.?\//, "");
  if (slug === "" || named.split("/").includes(".."))
    return { fault: `${named} is no path inside the docs` };
  const isTop = state.folders.has(named.split("/", 1)[0] ?? "");
  const path =
    folder !== undefined && task.path === ""
      ? joined(folder.path, named)
      : isTop
        ? named
        : (folderLike(state, named, docsFolder) ?? joined(docsFolder, named));
  if (state.files.has(path)) return { fault: `there is a page ${path} already` };
  return { name: "add_page", input: { path, title, text, ...(group && { group }) } };
}

/** The path in the one folder that has this name at its end; pages are named from where the docs begin. */
function folderLike(state: EditState, named: string, docsFolder: string): string | undefined {
  const folder = folderOf(named);
  const all = [...state.folders].filter(
    (own) => own.endsWith(`/${folder}`) && !isForeign(`${own}/`),
  );
  const inDocs = all.filter((own) => isBelow(docsFolder, own));
  const [only, ...others] = folder === "" ? [] : inMainLanguage(inDocs.length > 0 ? inDocs : all);
  return only === undefined || others.length > 0 ? undefined : joined(only, nameOf(named));
}
