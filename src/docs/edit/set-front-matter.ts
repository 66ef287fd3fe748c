import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import { shortLine } from "../../text/markdown-writing.ts";
import { sentences } from "../../text/sentences.ts";
import { frontMatterEnd, readFrontMatter } from "../page/front-matter.ts";
import { startsStatement } from "../page/markup/script-scan.ts";
import { formatOf } from "../page/page-format.ts";
import { parsePage } from "../page/parse-page.ts";
import type { Block } from "../page/parsed-page.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import { openTree } from "../tree/open-tree.ts";
import { writeYamlLike } from "../values/yaml-scalar.ts";
import { docsTexts, type TextScope } from "./docs-texts.ts";
import { type FileRepair, type Repairs, writeRepairs } from "./repairs.ts";

/** A field of front matter: a text, a value as YAML writes it, or nothing, which takes the field out. */
export type FieldValue = { text: string } | { yaml: string } | undefined;

export type FrontMatterInput = TextScope & {
  docsFolder: string;
  /** Fields that every page gets. */
  set: Map<string, FieldValue>;
  /** Fields that pages get from their own text where they lack them. */
  fill: FilledField[];
};

/** Sets fields of the front matter of pages. All of them, or none. */
export async function setFrontMatter(
  overlay: EditableFiles,
  { docsFolder, set, fill, ...scope }: FrontMatterInput,
): Promise<Repairs & { without: string[] }> {
  const paths = await pagesOf(overlay, docsFolder, scope);
  const files: FileRepair[] = [];
  const without: string[] = [];
  for await (const { path, content: before } of overlay.readEach(paths)) {
    const fields = new Map(set);
    for (const field of fill) {
      if (hasText(readFrontMatter(before).metadata[field])) continue;
      const text = ownValue(path, before, field);
      if (text === "") without.push(`${path} (${field})`);
      else fields.set(field, { text });
    }
    let after = before;
    for (const [key, value] of fields) after = setField(path, after, key, value);
    if (after !== before) files.push({ path, before, after, lines: [], problems: [] });
  }
  return { ...writeRepairs(overlay, { files, problems: [] }), without };
}

/** Each folder of docs is a site of its own, which says what is a page there. */
async function pagesOf(
  files: EditableFiles,
  docsFolder: string,
  { otherFolders = [], ...scope }: TextScope,
): Promise<string[]> {
  const isNamed = (path: string) => scope.only.includes(path);
  const paths = new Set<string>();
  for (const folder of [docsFolder, ...otherFolders]) {
    const tree = await openTree({ files, docsFolder: folder, pace: createPace() });
    const { isPage } = docsTexts(tree, scope);
    for (const { path, isPublished } of tree.pages.values())
      if (isPage(path) && (isPublished || isNamed(path))) paths.add(path);
  }
  return [...paths];
}

const longestValue = 5_000;

/** The page with a field set; everything else stays. Throws where the front matter cannot be changed safely. */
export function setField(path: string, source: string, key: string, value: FieldValue): string {
  if (!/^[A-Za-z][\w-]{0,80}$/.test(key))
    throw refusal(`${shortLine(key, 40)} is no name of a field`);
  const matter = readFrontMatter(source);
  const isYaml = matter.mark === "---" || matter.mark === "";
  if (!isYaml || matter.problems.length > 0)
    throw refusal(`the front matter of ${path} is not YAML that can be read`);
  const after = withLine(source, key, value);
  const read = readFrontMatter(after);
  const others = { ...matter.metadata };
  delete others[key];
  const kept = { ...read.metadata };
  delete kept[key];
  const isSound = read.problems.length === 0 && JSON.stringify(kept) === JSON.stringify(others);
  const isSet = value === undefined ? !(key in read.metadata) : key in read.metadata;
  if (!isSound || !isSet || source.slice(matter.end).trim() !== after.slice(read.end).trim())
    throw refusal(`${key} cannot be changed safely in ${path}`);
  return after;
}

function refusal(reason: string): AppError {
  return new AppError("invalid_request", `Nothing was changed: ${reason}.`);
}

/** `like`: a line whose marks are taken over. */
function writtenLine(key: string, value: Exclude<FieldValue, undefined>, like: string): string {
  const marks = like.slice(like.indexOf(":") + 1).trim();
  const written = "yaml" in value ? value.yaml.trim() : writeYamlLike(marks)(value.text.trim());
  const isOneLine = !/[\r\n]/.test(written) && written.length <= longestValue;
  if (written !== "" && isOneLine) return `${key}: ${written}`;
  throw refusal(`a value is one line of up to ${longestValue} characters`);
}

/** A field goes with all the lines of its value. */
function withLine(source: string, key: string, value: FieldValue): string {
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
  const end = frontMatterEnd(source);
  const written = (like: string) => (value === undefined ? [] : [writtenLine(key, value, like)]);
  if (end === 0)
    return [`${mark}---`, ...written(""), "---", "", source.slice(mark.length)].join(eol);
  const lines = source.slice(0, end).split(eol);
  const last = lines.findLastIndex((own) => own.trimEnd() === "---");
  const at = lines.findIndex((own) => own.startsWith(`${key}:`));
  const title = lines.findIndex((own) => own.startsWith("title:"));
  if (at !== -1) {
    const next = lines.findIndex((own, index) => index > at && !/^(?:\s|-\s|$)/.test(own));
    lines.splice(at, (next === -1 ? last : next) - at, ...written(lines[at] ?? ""));
  } else {
    const isOneLine = title !== -1 && !/^(?:\s|-\s|$)/.test(lines[title + 1] ?? "");
    const place = key === "description" && isOneLine ? title + 1 : last;
    lines.splice(place, 0, ...written(lines[title] ?? ""));
  }
  return lines.join(eol) + source.slice(end);
}

export type FilledField = "title" | "description";

function hasText(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}

/** What a page itself says for a field: its first heading, its first sentence. "" where it says nothing. */
function ownValue(path: string, source: string, field: FilledField): string {
  const { blocks } = parsePage(source, formatOf(path));
  return field === "title" ? titleOf(path, blocks) : descriptionOf(blocks);
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
    // Sites read imports in any page, whatever its ending.
    if (block.kind !== "paragraph" || startsStatement(block.text, 0)) continue;
    const sentence = sentences(block.text.slice(0, 2000).replaceAll("\n", " "))[0]?.text ?? "";
    if (sentence.split(" ").length >= 3) return shortLine(sentence, 160);
  }
  return "";
}
