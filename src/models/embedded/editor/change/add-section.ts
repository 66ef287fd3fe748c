import { readPage } from "../../../../docs/page/page.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { parsePage } from "../../../../docs/page/parse-page.ts";
import { createSlugger } from "../../../../docs/page/slug.ts";
import { shortLine } from "../../../../text/markdown-writing.ts";
import type { EditedDocs } from "../files/edited-docs.ts";
import { findPage } from "../files/find-page.ts";
import { readFiles } from "../files/read-files.ts";
import { writeFiles } from "../files/write-files.ts";
import type { AddSectionTask } from "../instruction/task.ts";
import { nothing, type Outcome, quoted } from "../report.ts";
import type { EditState, EditSteps } from "../steps/edit-state.ts";
import { findQuotes, quotedParts, statedParts, wishParts } from "./page-content.ts";
import type { PageQuote } from "./quote-passages.ts";
import { safeMarkdown } from "./safe-markdown.ts";

/** Adds a section, or a paragraph or note, at the end of a page; closing sections such as "Next steps" stay last. */
export function* addSection(state: EditState, task: AddSectionTask): EditSteps<Outcome> {
  const path = yield* findPage(state, task.page);
  if (path === undefined) {
    return nothing(`I found no page called ${quoted(task.page, 80)}, so nothing was added.`);
  }
  const before = (yield* readFiles(state, [path])).get(path);
  if (before === undefined) return nothing(`The page ${path} could not be read.`);
  const anchor = createSlugger()(task.heading);
  const anchors = readPage(before, formatOf(path)).anchors.headings;
  if (task.heading !== "" && anchors.some((heading) => heading.anchor === anchor)) {
    return nothing(`${path} already has a section “${task.heading}”, so nothing was added.`);
  }
  const found = task.text === "" ? yield* findQuotes(state, `${task.heading} ${task.topic}`) : [];
  const quotes = found.filter((quote) => quote.path !== path).slice(0, 2);
  const after = inserted(before, path, sectionText(state.docs, path, task, quotes));
  const written = yield* writeFiles(state, [{ path, before, after }]);
  if (!written.has(path)) return nothing(`The page ${path} could not be changed.`);
  return outcomeOf(task, path, quotes);
}

function sectionText(
  docs: EditedDocs,
  path: string,
  task: AddSectionTask,
  quotes: PageQuote[],
): string {
  const format = formatOf(path);
  const stated = statedParts("section", task, format);
  if (task.heading === "")
    return task.isNote ? note(docs, stated.join("\n\n"), format) : stated.join("\n\n");
  const parts = [
    `## ${safeMarkdown(shortLine(task.heading, 100), format)}`,
    ...stated,
    ...quotedParts(docs, path, quotes, format),
    ...wishParts(task.wishes, format),
  ];
  if (parts.length === 1) parts.push(`This section is still to be written.`);
  return parts.join("\n\n");
}

function note(docs: EditedDocs, text: string, format: "md" | "mdx"): string {
  const own = docs.navigation?.format.note(text, format);
  return own ?? `> **Note:** ${text.replaceAll("\n", "\n> ")}`;
}

const closing =
  /^(?:next steps?|what(?:['’]s| is)? next|see also|related(?: \w+)?|further reading|learn more|more information)$/i;

/** Puts the text before a closing section, else at the end; line ends stay as the page has them. */
function inserted(page: string, path: string, section: string): string {
  const eol = page.includes("\r\n") ? "\r\n" : "\n";
  const text = section.replaceAll("\n", eol);
  const headings = parsePage(page, formatOf(path)).blocks.filter(
    (block) => block.kind === "heading",
  );
  const last = headings.at(-1);
  if (last === undefined || last.level > 2 || !closing.test(last.text.trim())) {
    const body = page.trimEnd();
    return body === "" ? `${text}${eol}` : `${body}${eol}${eol}${text}${eol}`;
  }
  const lines = page.split("\n");
  const head = lines
    .slice(0, last.startLine - 1)
    .join("\n")
    .trimEnd();
  const tail = lines.slice(last.startLine - 1).join("\n");
  return `${head}${eol}${eol}${text}${eol}${eol}${tail}`;
}

function outcomeOf(task: AddSectionTask, path: string, quotes: PageQuote[]): Outcome {
  const what =
    task.heading === ""
      ? task.isNote
        ? "a note"
        : "a paragraph"
      : `the section ${quoted(task.heading, 60)}`;
  const remarks: string[] = [];
  if (task.heading !== "" && task.text === "" && quotes.length === 0) {
    remarks.push("A person has to write its text: the docs say nothing about it so far.");
  }
  if (task.wishes.length > 0)
    remarks.push("What I cannot write myself stands there as still to write.");
  return {
    title: `Add ${what} to ${path}`,
    changes: [{ path, note: `${what} added` }],
    message: `I added ${what} to ${path}.`,
    remarks,
  };
}
