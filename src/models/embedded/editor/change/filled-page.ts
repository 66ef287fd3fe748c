import { frontMatterEnd } from "../../../../docs/page/front-matter.ts";
import { formatOf } from "../../../../docs/page/page-format.ts";
import { parsePage } from "../../../../docs/page/parse-page.ts";
import type { Block } from "../../../../docs/page/parsed-page.ts";
import { sentences } from "../../../../text/sentences.ts";
import { oneLine } from "../report/wording.ts";
import { writeScalar } from "./front-matter-scalar.ts";

type Field = "title" | "description";

export type FilledPage = {
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
  if (heading.trim() !== "") return oneLine(heading, 120);
  const parts = path.replace(/\.mdx?$/i, "").split("/");
  const last = parts.at(-1) ?? "";
  const name = /^(?:index|readme)$/i.test(last) ? (parts.at(-2) ?? "home") : last;
  const words = oneLine(name.replace(/[-_]+/g, " "), 120);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function descriptionOf(blocks: Block[]): string {
  for (const block of blocks) {
    if (block.kind !== "paragraph") continue;
    const sentence = sentences(block.text.slice(0, 2000).replaceAll("\n", " "))[0]?.text ?? "";
    if (sentence.split(" ").length >= 3) return oneLine(sentence, 160);
  }
  return "";
}

function withField(source: string, field: Field, value: string): string {
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const line = `${field}: ${writeScalar(value, { style: "plain", rest: "" })}`;
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
