import { formatOf } from "../../../../docs/page/page-format.ts";
import { createSlugger } from "../../../../docs/page/slug.ts";
import { addToNavigation } from "../../../../docs/site/navigation.ts";
import { shortLine } from "../../../../text/markdown-writing.ts";
import { type DocsTree, folderOf, insideRoot, isBelow, joined } from "../files/docs-tree.ts";
import { pageAddress } from "../files/follow-link.ts";
import { readFiles } from "../files/read-files.ts";
import { type FileChange, writeFiles } from "../files/write-files.ts";
import type { AddPageTask } from "../instruction/task.ts";
import { count, nothing, type Outcome, quoted, shortCode } from "../report.ts";
import type { EditState, EditSteps } from "../steps/edit-state.ts";
import { writeScalar } from "./front-matter-scalar.ts";
import {
  findQuotes,
  leadOf,
  newPage,
  quotedParts,
  statedParts,
  wishParts,
} from "./page-content.ts";
import type { PageQuote } from "./quote-passages.ts";

/** Writes a new page from the instruction and from what the docs say already, and lists it in the navigation. */
export function* addPage(state: EditState, task: AddPageTask): EditSteps<Outcome> {
  const { tree } = state;
  const quotes = yield* findQuotes(state, `${task.title} ${task.topic || task.text}`);
  const navigation = tree.navigation;
  const texts = yield* readFiles(state, navigation === undefined ? [] : [navigation.path]);
  const list = navigation === undefined ? undefined : texts.get(navigation.path);
  const path = pathOf(tree, task, list);
  if (tree.files.has(path)) {
    return nothing(`There is already a page at ${path}, so no page was added.`);
  }
  const changes: FileChange[] = [
    { path, before: undefined, after: pageText(tree, path, task, quotes) },
  ];
  const listed = list === undefined ? undefined : listedIn(tree, list, path, task, quotes);
  if (navigation !== undefined && list !== undefined && listed !== undefined) {
    changes.push({ path: navigation.path, before: list, after: listed });
  }
  const written = yield* writeFiles(state, changes);
  return outcomeOf({ task, path, quotes, written, navigation: navigation?.path });
}

/** Where the page goes: as asked, else into the folder that its group's pages share. */
function pathOf(tree: DocsTree, task: AddPageTask, list: string | undefined): string {
  const slug =
    createSlugger()(task.title)
      .replace(/^-+|-+$/g, "")
      .replace(/-{2,}/g, "-")
      .slice(0, 80) || "page";
  const asked = (task.path ?? "")
    .split("/")
    .filter((part) => !/^\.{0,2}$/.test(part.trim()))
    .join("/");
  if (asked === "")
    return joined(joined(tree.root, groupFolder(tree, task, list)), slug + tree.ending);
  const isFolder =
    task.path?.endsWith("/") || (!/\.mdx?$/i.test(asked) && tree.has(joined(tree.root, asked)));
  const file = isFolder ? `${asked}/${slug}` : asked;
  const named = /\.mdx?$/i.test(file) ? file : file + tree.ending;
  return isBelow(named, tree.root) ? named : joined(tree.root, named);
}

function groupFolder(tree: DocsTree, task: AddPageTask, list: string | undefined): string {
  if (list === undefined || tree.navigation === undefined || task.group === undefined) return "";
  const wanted = task.group.toLowerCase();
  const group = tree.navigation.format
    .groups(list)
    .find((own) => own.title.toLowerCase() === wanted);
  const folders = new Set(group?.pages.map((page) => folderOf(page)));
  const [folder = ""] = folders;
  return folders.size === 1 && tree.has(joined(tree.root, folder)) ? folder : "";
}

function pageText(tree: DocsTree, path: string, task: AddPageTask, quotes: PageQuote[]): string {
  const format = formatOf(path);
  const stated = statedParts("page", task, format);
  const lead = task.topic || task.text || task.title;
  const description = task.text && !task.topic ? firstSentence(task.text) : leadOf("page", lead);
  const quoted = quotedParts(tree, path, quotes, format);
  const parts = [
    ...(stated.length > 0 ? stated : [leadOf("page", task.title)]),
    ...(quoted.length > 0 ? ["## What the docs say so far", ...quoted] : []),
    ...wishParts(task.wishes, format),
  ];
  const title = writeScalar(task.title);
  return newPage({ title, description: writeScalar(shortLine(description, 160)) }, parts);
}

function firstSentence(text: string): string {
  return /^.{1,300}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The navigation with the page in it; undefined where it has it already, or cannot take it. */
function listedIn(
  tree: DocsTree,
  list: string,
  path: string,
  task: AddPageTask,
  quotes: PageQuote[],
): string | undefined {
  if (tree.navigation === undefined || !isBelow(path, tree.root)) return undefined;
  const { format } = tree.navigation;
  const nameOf = (page: string) => format.nameOf(insideRoot(tree, page));
  const page = nameOf(path);
  const isListed = format
    .groups(list)
    .some((group) => group.pages.some((own) => pageAddress(own) === pageAddress(page)));
  const near = quotes[0] === undefined ? undefined : nameOf(quotes[0].path);
  return isListed
    ? undefined
    : addToNavigation(list, format, { page, title: task.title, group: task.group, near });
}

type Written = {
  task: AddPageTask;
  path: string;
  quotes: PageQuote[];
  written: Set<string>;
  navigation: string | undefined;
};

function outcomeOf({ task, path, quotes, written, navigation }: Written): Outcome {
  if (!written.has(path)) return nothing(`The page ${path} could not be written.`);
  const title = shortLine(task.title, 80);
  const isListed = navigation !== undefined && written.has(navigation);
  const changes = [
    {
      path,
      note:
        quotes.length > 0
          ? `new page, with ${count(quotes.length, "quotation")} from other pages`
          : "new page",
    },
  ];
  if (isListed) changes.push({ path: navigation, note: `lists ${shortCode(path)}` });
  const remarks: string[] = [];
  if (navigation !== undefined && !isListed) remarks.push(`It is not listed in ${navigation} yet.`);
  if (quotes.length === 0 && task.text === "")
    remarks.push("The docs say nothing about it so far, so the page only names its subject.");
  if (task.wishes.length > 0) {
    remarks.push("What I cannot write myself stands in the page as still to write.");
  }
  return {
    title: `Add the page ${quoted(title, 50)}`,
    changes,
    message: `I added the page “${title}” at ${path}.`,
    remarks,
  };
}
