import { formatOf } from "../../../../docs/page/page-format.ts";
import { createSlugger } from "../../../../docs/page/slug.ts";
import { joined } from "../../../../docs/site/paths.ts";
import { plainAddress } from "../../../../docs/tree/address.ts";
import { blockQuote, shortLine } from "../../../../text/markdown-writing.ts";
import type { EditedDocs } from "../files/edited-docs.ts";
import { writeFiles } from "../files/write-files.ts";
import type { DraftTask } from "../instruction/task.ts";
import { count, nothing, type Outcome, quoted } from "../report.ts";
import type { EditState, EditSteps } from "../steps/edit-state.ts";
import { writeScalar } from "./front-matter-scalar.ts";
import { findQuotes, linkTo, newPage, quotedParts } from "./page-content.ts";
import type { PageQuote } from "./quote-passages.ts";
import { safeLabel, safeMarkdown } from "./safe-markdown.ts";

const longestInstruction = 8000;

/** For everything this editor cannot do exactly: a page that is marked as a draft and gathers what a person needs. */
export function* writeDraft(state: EditState, task: DraftTask): EditSteps<Outcome> {
  const quotes = yield* findQuotes(state, task.instruction);
  const title = shortLine(plainWords(task.instruction), 70) || "Draft";
  const path = freePath(state.docs, title);
  const after = draftText(state.docs, path, { title, instruction: task.instruction, quotes });
  const written = yield* writeFiles(state, [{ path, before: undefined, after }]);
  if (!written.has(path)) return nothing(`The draft ${path} could not be written.`);
  return {
    title: `Draft ${quoted(title, 55)}`,
    changes: [
      { path, note: `draft for a person to write, with ${count(quotes.length, "quotation")}` },
    ],
    message: `This needs a writer: I gathered the instruction and what the docs say about it in the draft ${path}.`,
    remarks: [],
  };
}

function plainWords(instruction: string): string {
  return instruction.slice(0, 400).replace(/[`*_#>[\]{}<>|\\]/g, " ");
}

function freePath(docs: EditedDocs, title: string): string {
  const words = createSlugger()(title)
    .split("-")
    .filter((word) => word !== "");
  const slug = words.slice(0, 6).join("-").slice(0, 60) || "draft";
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    const path = joined(docs.root, `drafts/${name}${docs.ending}`);
    if (!docs.tree.isFile(path)) return path;
  }
}

type Draft = { title: string; instruction: string; quotes: PageQuote[] };

function draftText(docs: EditedDocs, path: string, { title, instruction, quotes }: Draft): string {
  const format = formatOf(path);
  const pages = concernedPages(docs, instruction, quotes);
  const parts = [
    "> **Draft.** A person has to write this page. It only gathers what was asked for and what the docs say about it.",
    "## What was asked for",
    blockQuote(safeMarkdown(instruction.slice(0, longestInstruction), format)),
    "## What the docs say so far",
    ...(quotes.length === 0
      ? ["The docs say nothing about it so far."]
      : quotedParts(docs, path, quotes, format)),
    ...(pages.length === 0 ? [] : ["## Pages that may change", pageList(docs, path, pages)]),
  ];
  return newPage({ title: writeScalar(title), draft: "true", hidden: "true" }, parts);
}

type NamedPage = { path: string; title: string };

/** Pages whose file name the instruction speaks of, and pages that are quoted. */
function concernedPages(docs: EditedDocs, instruction: string, quotes: PageQuote[]): NamedPage[] {
  const words = `-${createSlugger()(instruction.slice(0, longestInstruction).replace(/[\s/.]+/g, " "))}-`;
  const named = docs.pages.filter((page) => {
    const name = plainAddress(page).split("/").at(-1)?.toLowerCase() ?? "";
    return name.length >= 4 && words.includes(`-${name}-`);
  });
  const pages = new Map<string, NamedPage>();
  for (const path of named.slice(0, 10)) pages.set(path, { path, title: path });
  for (const { path, title } of quotes)
    if (docs.tree.isFile(path)) pages.set(path, { path, title });
  return [...pages.values()];
}

function pageList(docs: EditedDocs, path: string, pages: NamedPage[]): string {
  const format = formatOf(path);
  return pages
    .map(
      (page) =>
        `- [${safeLabel(page.title || page.path, format)}](${linkTo(docs, path, page.path)})`,
    )
    .join("\n");
}
