import { formatOf } from "../../../../docs/page/page-format.ts";
import { createSlugger } from "../../../../docs/page/slug.ts";
import { addToNavigation } from "../../../../docs/site/navigation.ts";
import { folderOf, isBelow, joined } from "../../../../docs/site/paths.ts";
import { plainAddress } from "../../../../docs/tree/address.ts";
import { shortLine } from "../../../../text/markdown-writing.ts";
import { type EditedDocs, insideRoot } from "../files/edited-docs.ts";
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
  const { docs } = state;
  const quotes = yield* findQuotes(state, `${task.title} ${task.topic || task.text}`);
  const navigation = docs.navigation;
  const texts = yield* readFiles(state, navigation === undefined ? [] : [navigation.path]);
  const list = navigation === undefined ? undefined : texts.get(navigation.path);
  const path = pathOf(docs, task, list);
  if (docs.tree.isFile(path)) {
    return nothing(`There is already a page at ${path}, so no page was added.`);
  }
  const changes: FileChange[] = [
    { path, before: undefined, after: pageText(docs, path, task, quotes) },
  ];
  const listed = list === undefined ? undefined : listedIn(docs, list, path, task, quotes);
  if (navigation !== undefined && list !== undefined && listed !== undefined) {
    changes.push({ path: navigation.path, before: list, after: listed });
  }
  const written = yield* writeFiles(state, changes);
  return outcomeOf({ task, path, quotes, written, navigation: navigation?.path });
}

/** Where the page goes: as asked, else into the folder that its group's pages share. */
function pathOf(docs: EditedDocs, task: AddPageTask, list: string | undefined): string {
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
    return joined(joined(docs.root, groupFolder(docs, task, list)), slug + docs.ending);
  const isFolder =
    task.path?.endsWith("/") ||
    (!/\.mdx?$/i.test(asked) && docs.tree.isFolder(joined(docs.root, asked)));
  const file = isFolder ? `${asked}/${slug}` : asked;
  const named = /\.mdx?$/i.test(file) ? file : file + docs.ending;
  return isBelow(docs.root, named) ? named : joined(docs.root, named);
}

function groupFolder(docs: EditedDocs, task: AddPageTask, list: string | undefined): string {
  if (list === undefined || docs.navigation === undefined || task.group === undefined) return "";
  const wanted = task.group.toLowerCase();
  const group = docs.navigation.format
    .groups(list)
    .find((own) => own.title.toLowerCase() === wanted);
  const folders = new Set(group?.pages.map((page) => folderOf(page)));
  const [folder = ""] = folders;
  return folders.size === 1 && docs.tree.isFolder(joined(docs.root, folder)) ? folder : "";
}

function pageText(docs: EditedDocs, path: string, task: AddPageTask, quotes: PageQuote[]): string {
  const format = formatOf(path);
  const stated = statedParts("page", task, format);
  const lead = task.topic || task.text || task.title;
  const description = task.text && !task.topic ? firstSentence(task.text) : leadOf("page", lead);
  const quotations = quotedParts(docs, path, quotes, format);
  const parts = [
    ...(stated.length > 0 ? stated : [leadOf("page", task.title)]),
    ...(quotations.length > 0 ? ["## What the docs say so far", ...quotations] : []),
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
  docs: EditedDocs,
  list: string,
  path: string,
  task: AddPageTask,
  quotes: PageQuote[],
): string | undefined {
  if (docs.navigation === undefined || !isBelow(docs.root, path)) return undefined;
  const { format } = docs.navigation;
  const nameOf = (page: string) => format.nameOf(insideRoot(docs, page));
  const page = nameOf(path);
  const isListed = format
    .groups(list)
    .some((group) => group.pages.some((own) => plainAddress(own) === plainAddress(page)));
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
