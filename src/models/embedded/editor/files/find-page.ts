import { createSlugger } from "../../../../docs/page/slug.ts";
import { lastPart, plainAddress } from "../../../../docs/tree/address.ts";
import { type EditState, type EditSteps, searchText } from "../steps/edit-state.ts";
import { type EditedDocs, insideRoot } from "./edited-docs.ts";

/** The page a person means by a path, a file name or a title; undefined when there is none, or more than one. */
export function* findPage(state: EditState, name: string): EditSteps<string | undefined> {
  const wanted = nameOf(name);
  if (wanted === "") return undefined;
  const byPath = pageByPath(state.docs, name.trim()) ?? pageByPath(state.docs, wanted);
  if (byPath !== undefined) return byPath;
  const found = yield* searchText(state, `Looking for the page “${wanted}”.`, wanted);
  const titled = (found?.matches ?? [])
    .filter((match) => titleIn(match.text) === wanted.toLowerCase())
    .map((match) => match.path);
  return (
    only(state.docs.pages.filter((page) => titled.includes(page))) ??
    pageByWords(state.docs, wanted)
  );
}

function nameOf(name: string): string {
  return name
    .trim()
    .slice(0, 200)
    .replace(/^(?:the|our|your|a) /i, "")
    .replace(/^(?:page|file) (?=\S)/i, "")
    .replace(/ (?:page|file|document|doc|docs|article)$/i, "")
    .replace(/^["'“`]|["'”`]$/g, "")
    .trim();
}

function pageByPath(docs: EditedDocs, name: string): string | undefined {
  const path = name
    .replace(/^\.?\//, "")
    .replace(/#.*$/s, "")
    .toLowerCase();
  if (/^(?:home|landing|front|start|index)$/.test(path)) {
    return docs.pages.find((page) => plainAddress(insideRoot(docs, page)) === "");
  }
  const bare = plainAddress(path);
  const slug = createSlugger()(name);
  const tests: ((page: string) => boolean)[] = [
    (page) => page.toLowerCase() === path,
    (page) => insideRoot(docs, page).toLowerCase() === path,
    (page) => plainAddress(page).toLowerCase() === bare,
    (page) => plainAddress(insideRoot(docs, page)).toLowerCase() === bare,
    (page) => lastPart(page).toLowerCase() === bare,
    (page) => lastPart(page).toLowerCase().replaceAll("_", "-") === slug,
  ];
  for (const test of tests) {
    const found = docs.pages.filter(test);
    if (found.length > 0) return only(found);
  }
  return undefined;
}

/** "keys" is the one page whose file name has that word in it. */
function pageByWords(docs: EditedDocs, name: string): string | undefined {
  const words = createSlugger()(name).split("-");
  return only(
    docs.pages.filter((page) => {
      const own = lastPart(page).toLowerCase().split(/[-_]/);
      return words.every((word) => own.includes(word));
    }),
  );
}

function titleIn(line: string): string {
  const title = /^\s*(?:title:|#{1,2}\s)\s*(.{1,300})$/.exec(line.slice(0, 400))?.[1] ?? "";
  return title
    .trim()
    .replace(/^["']|["']$/g, "")
    .toLowerCase();
}

function only<T>(items: T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
