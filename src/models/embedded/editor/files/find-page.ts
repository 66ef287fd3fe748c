import { createSlugger } from "../../../../docs/page/slug.ts";
import {
  type EditState,
  type EditSteps,
  outputOf,
  takeStep,
  textMatches,
} from "../steps/edit-state.ts";
import { type DocsTree, insideRoot } from "./docs-tree.ts";
import { pageAddress } from "./follow-link.ts";

/** The page a person means by a path, a file name or a title; undefined when there is none, or more than one. */
export function* findPage(state: EditState, name: string): EditSteps<string | undefined> {
  const wanted = nameOf(name);
  if (wanted === "") return undefined;
  const byPath = pageByPath(state.tree, name.trim()) ?? pageByPath(state.tree, wanted);
  if (byPath !== undefined) return byPath;
  const folder = state.tree.root === "" ? {} : { folder: state.tree.root };
  const [result] = yield* takeStep(state, `Looking for the page “${wanted}”.`, [
    { name: "search_text", input: { query: wanted, ...folder, caseSensitive: false } },
  ]);
  const matches = outputOf(textMatches, result)?.matches ?? [];
  const titled = matches
    .filter((match) => titleIn(match.text) === wanted.toLowerCase())
    .map((match) => match.path);
  return (
    only(state.tree.pages.filter((page) => titled.includes(page))) ??
    pageByWords(state.tree, wanted)
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

function pageByPath(tree: DocsTree, name: string): string | undefined {
  const path = name
    .replace(/^\.?\//, "")
    .replace(/#.*$/s, "")
    .toLowerCase();
  if (/^(?:home|landing|front|start|index)$/.test(path)) {
    return tree.pages.find((page) => pageAddress(insideRoot(tree, page)) === "");
  }
  const bare = pageAddress(path);
  const slug = createSlugger()(name);
  const tests: ((page: string) => boolean)[] = [
    (page) => page.toLowerCase() === path,
    (page) => insideRoot(tree, page).toLowerCase() === path,
    (page) => pageAddress(page).toLowerCase() === bare,
    (page) => pageAddress(insideRoot(tree, page)).toLowerCase() === bare,
    (page) => lastPart(page).toLowerCase() === bare,
    (page) => lastPart(page).toLowerCase().replaceAll("_", "-") === slug,
  ];
  for (const test of tests) {
    const found = tree.pages.filter(test);
    if (found.length > 0) return only(found);
  }
  return undefined;
}

/** "keys" is the one page whose file name has that word in it. */
function pageByWords(tree: DocsTree, name: string): string | undefined {
  const words = createSlugger()(name).split("-");
  return only(
    tree.pages.filter((page) => {
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

function lastPart(page: string): string {
  const address = pageAddress(page);
  return address.slice(address.lastIndexOf("/") + 1);
}

function only<T>(items: T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
