import { frontMatterEnd } from "../../../../docs/page/front-matter.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { parsePage } from "../../../../docs/page/parse-page.ts";
import type { Block } from "../../../../docs/page/parsed-page.ts";
import { shortLine } from "../../../../text/markdown-writing.ts";
import { sentences } from "../../../../text/sentences.ts";
import { findPage } from "../files/find-page.ts";
import { readFiles } from "../files/read-files.ts";
import { type FileChange, writeFiles } from "../files/write-files.ts";
import type { FrontMatterTask } from "../instruction/task.ts";
import { count, listed, nothing, type Outcome, quoted, shortCode } from "../report.ts";
import type { EditState, EditSteps } from "../steps/edit-state.ts";
import { writeScalar } from "./front-matter-scalar.ts";

/** Files that a repository has for other readers than those of the docs, and pieces that pages include. */
const notPages =
  /^(?:readme|changelog|contributing|license|code_of_conduct|security|agents|claude|support|authors|notice)\.mdx?$|(?:^|\/)(?:_[^/]*|snippets\/.*|partials\/.*|includes\/.*)$/i;

/** Gives pages the title or description they lack, taken from their own text. */
export function* fillFrontMatter(state: EditState, task: FrontMatterTask): EditSteps<Outcome> {
  const page = task.page === undefined ? undefined : yield* findPage(state, task.page);
  if (task.page !== undefined && page === undefined) {
    return nothing(`I found no page called ${quoted(task.page, 80)}, so nothing was changed.`);
  }
  const pages =
    page === undefined ? state.docs.pages.filter((path) => !notPages.test(path)) : [page];
  const texts = yield* readFiles(state, pages);
  const changes: FileChange[] = [];
  const added = new Map<string, string[]>();
  const without: string[] = [];
  for (const [path, before] of texts) {
    const filled = filledPage(path, before, task.fields);
    if (filled.missing.length > 0) without.push(`${path} (${filled.missing.join(", ")})`);
    if (filled.added.length === 0) continue;
    changes.push({ path, before, after: filled.text });
    added.set(path, filled.added);
  }
  const written = yield* writeFiles(state, changes);
  return outcomeOf(task, added, written, without);
}

function outcomeOf(
  task: FrontMatterTask,
  added: Map<string, string[]>,
  written: Set<string>,
  without: string[],
): Outcome {
  const fields = task.fields.join(" and ");
  const changes = [...written].map((path) => ({
    path,
    note: `${(added.get(path) ?? []).join(" and ")} added`,
  }));
  const remarks = without.length === 0 ? [] : [`Nothing to take it from in ${listed(without, 3)}.`];
  const notes = without.slice(0, 50).map((place) => `${shortCode(place)}: nothing to take it from`);
  if (changes.length === 0) {
    const message =
      without.length === 0 ? `Every page has its ${fields} already.` : "I changed no page.";
    return { ...nothing(message, remarks), notes, isSettled: without.length === 0 };
  }
  return {
    title: `Fill missing front matter in ${count(changes.length, "page")}`,
    changes,
    message: `I filled the missing front matter (${fields}) of ${count(changes.length, "page")}.`,
    remarks,
    notes,
  };
}

type Field = "title" | "description";

type FilledPage = {
  text: string;
  added: Field[];
  /** Fields that the page lacks and has nothing for, or whose front matter cannot be changed safely. */
  missing: Field[];
};

/** The page with the fields it lacks: the title from its first heading or file name, the description from its first sentence. */
export function filledPage(path: string, source: string, fields: Field[]): FilledPage {
  const page = parsePage(source, formatOf(path));
  const wanted = fields.filter((field) => !hasText(page.metadata[field]));
  const isBroken = page.problems.some((problem) => /front matter/i.test(problem.message));
  if (wanted.length === 0 || isBroken) return { text: source, added: [], missing: wanted };
  const values = wanted.flatMap((field) => {
    const value = field === "title" ? titleOf(path, page.blocks) : descriptionOf(page.blocks);
    return value === "" ? [] : [{ field, value }];
  });
  const text = values.reduce(
    (current, { field, value }) => withField(current, field, value),
    source,
  );
  const filled = parsePage(text, formatOf(path));
  const isSound = values.every(({ field, value }) => filled.metadata[field] === value);
  if (!isSound || filled.blocks.length !== page.blocks.length)
    return { text: source, added: [], missing: wanted };
  const added = values.map(({ field }) => field);
  return { text, added, missing: wanted.filter((field) => !added.includes(field)) };
}

function hasText(value: unknown): boolean {
  return (typeof value === "string" && value.trim() !== "") || typeof value === "number";
}

function titleOf(path: string, blocks: Block[]): string {
  const heading = blocks.find((block) => block.kind === "heading")?.text ?? "";
  if (heading.trim() !== "") return shortLine(heading, 120);
  const parts = path.replace(/\.mdx?$/i, "").split("/");
  const last = parts.at(-1) ?? "";
  const name = /^(?:index|readme)$/i.test(last) ? (parts.at(-2) ?? "home") : last;
  const words = shortLine(name.replace(/[-_]+/g, " "), 120);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function descriptionOf(blocks: Block[]): string {
  for (const block of blocks) {
    if (block.kind !== "paragraph") continue;
    const sentence = sentences(block.text.slice(0, 2000).replaceAll("\n", " "))[0]?.text ?? "";
    if (sentence.split(" ").length >= 3) return shortLine(sentence, 160);
  }
  return "";
}

function withField(source: string, field: Field, value: string): string {
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const line = `${field}: ${writeScalar(value)}`;
  const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
  const end = frontMatterEnd(source);
  if (end === 0) return [`${mark}---`, line, "---", "", source.slice(mark.length)].join(eol);
  const lines = source.slice(0, end).split(eol);
  const empty = lines.findIndex((own) =>
    new RegExp(`^${field}:[ \\t]*(?:""|''|~|null)?[ \\t]*$`).test(own),
  );
  const title = lines.findIndex((own) => /^title:/.test(own));
  if (empty !== -1) lines.splice(empty, 1, line);
  else lines.splice(field === "description" && isOneLine(lines, title) ? title + 1 : 1, 0, line);
  return lines.join(eol) + source.slice(end);
}

/** Whether the value ends with its line, so that another key may follow. */
function isOneLine(lines: string[], index: number): boolean {
  return (
    index !== -1 &&
    !/^\s/.test(lines[index + 1] ?? "") &&
    !/[|>][-+\d]*\s*$/.test(lines[index] ?? "")
  );
}
