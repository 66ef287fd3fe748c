import { isRecord, isUnsafeKey, plainRecord } from "../values/plain-record.ts";
import { plainYaml } from "../values/plain-yaml.ts";
import { readToml } from "../values/read-toml.ts";
import { readYaml } from "../values/read-yaml.ts";
import type { PageProblem } from "./parsed-page.ts";

export type FrontMatter = {
  metadata: Record<string, unknown>;
  /** What it begins with; "" when there is none. */
  mark: "---" | "+++" | "{" | "";
  /** What stands between its marks, with Unix line ends. */
  text: string;
  /** Where the page's text begins after it; 0 when there is none. */
  end: number;
  /** How many lines it takes at the top of the page, both marks included; 0 when there is none. */
  lineCount: number;
  problems: PageProblem[];
};

type Content = { metadata: Record<string, unknown>; problems: PageProblem[] };

const maxLength = 100_000;
const maxJsonLines = 1_000;
const yamlLimits = { maxAliases: 1_000, maxValues: 100_000 };
const none: FrontMatter = {
  metadata: {},
  mark: "",
  text: "",
  end: 0,
  lineCount: 0,
  problems: [],
};

/**
 * Reads the YAML between `---` lines, the TOML between `+++` lines or the JSON object at the top of a page. A fault
 * in it is a problem, never an exception.
 */
export function readFrontMatter(source: string): FrontMatter {
  const marks = findMarks(source);
  if (marks === undefined) return none;
  const { mark, textStart, textEnd, end } = marks;
  if (textEnd === undefined) return mark === "{" ? none : unclosed(source, textStart, mark);
  const text = unixLines(source.slice(textStart, textEnd));
  const lineCount = text.split("\n").length + (textEnd < textStart ? 1 : 2);
  const content = contentOf(mark, text, lineCount);
  return content === undefined ? none : { ...content, mark, text, end, lineCount };
}

/** Where the text after the front matter begins; 0 when there is none. */
export function frontMatterEnd(source: string): number {
  const marks = findMarks(source);
  return marks?.mark === "{" ? readFrontMatter(source).end : (marks?.end ?? 0);
}

type Marks = {
  mark: "---" | "+++" | "{";
  textStart: number;
  /** undefined when nothing closes it. */
  textEnd: number | undefined;
  end: number;
};

const closing = {
  "---": /\n---[^\S\n]*(?=\n|$)/g,
  "+++": /\n\+\+\+[^\S\n]*(?=\n|$)/g,
  "{": /\n\}[^\S\n]*(?=\n|$)/g,
};

function findMarks(source: string): Marks | undefined {
  const start = source.startsWith("\uFEFF") ? 1 : 0;
  if (!/[-+{]/.test(source.charAt(start))) return undefined;
  const firstEnd = lineEnd(source, start);
  const mark = source.slice(start, firstEnd).trimEnd();
  if (mark !== "---" && mark !== "+++" && mark !== "{") return undefined;
  const close = closing[mark];
  close.lastIndex = firstEnd;
  const found = close.exec(source);
  const end = found === null ? 0 : Math.min(source.length, close.lastIndex + 1);
  return { mark, textStart: firstEnd + 1, textEnd: found?.index, end };
}

function contentOf(mark: Marks["mark"], text: string, lineCount: number): Content | undefined {
  if (mark === "---") return readYamlText(text);
  if (mark === "+++") return readTomlText(text);
  return lineCount > maxJsonLines ? undefined : readJson(text);
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end;
}

function unixLines(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replace(/[\r\u2028\u2029]/g, " ");
}

function unclosed(source: string, textStart: number, mark: "---" | "+++"): FrontMatter {
  const second = source.slice(textStart, lineEnd(source, textStart));
  const looksMeant = mark === "---" ? /^[\w-]+:(?:\s|$)/ : /^[\w-]+\s{0,9}=/;
  if (!looksMeant.test(second)) return none;
  return { ...none, mark, problems: [{ line: 1, message: "The front matter is not closed." }] };
}

function readJson(text: string): Content | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const value: unknown = JSON.parse(`{${text}}`);
    return isRecord(value) ? { metadata: plainRecord(value), problems: [] } : undefined;
  } catch {
    return undefined;
  }
}

function readYamlText(text: string): Content {
  if (text.length > maxLength) return fallback(text, 1, "The front matter is too long.");
  try {
    const document = readYaml(text, { schema: "core" });
    const fault = document.errors[0];
    if (fault !== undefined) {
      return fallback(text, fault.linePos?.[0].line ?? 0, firstLine(fault.message));
    }
    const value: unknown = plainYaml(document, yamlLimits);
    if (value === null || value === undefined) return { metadata: {}, problems: [] };
    if (!isRecord(value)) return fallback(text, 1, "The front matter is not a list of keys.");
    return { metadata: plainRecord(value), problems: [] };
  } catch (error) {
    return fallback(text, 0, error instanceof Error ? firstLine(error.message) : "unknown fault");
  }
}

function readTomlText(text: string): Content {
  const read = text.length > maxLength ? { fault: 1 } : readToml(text);
  if ("values" in read) return { metadata: plainRecord(read.values), problems: [] };
  // What stands below the name of a table belongs to that table.
  const top = text.slice(0, maxLength).split(/^[ \t]*\[/m, 1)[0] ?? "";
  return fallback(top, read.fault, "this line is not TOML.");
}

/** Front matter that is not valid still says whether a page is hidden: its plain `key: value` lines are kept. */
function fallback(text: string, line: number, message: string): Content {
  const entries: [string, unknown][] = [];
  for (const own of text.split("\n", 200)) {
    const match = /^([\w-]{1,80})(?::[ \t]+|[ \t]{0,20}=[ \t]{0,20})(\S.{0,2000})$/.exec(own);
    if (match?.[1] === undefined || match[2] === undefined || isUnsafeKey(match[1])) continue;
    entries.push([match[1], scalarOf(match[2].trim())]);
  }
  const problem: PageProblem = { line: line + 1, message: `Front matter: ${message}` };
  return { metadata: Object.fromEntries(entries), problems: [problem] };
}

function scalarOf(text: string): string | boolean {
  if (text === "true") return true;
  if (text === "false") return false;
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").slice(0, 200);
}

const hiddenWhenTrue = [
  "hidden",
  "draft",
  "noindex",
  "unlisted",
  "exclude_from_search",
  "excludeFromSearch",
];
const hiddenWhenFalse = ["published", "searchable", "search", "pagefind"];

/** Whether the front matter asks to keep the page out. Only real true and false count, never the words in quotes. */
export function isHidden(metadata: Record<string, unknown>): boolean {
  if (hiddenWhenTrue.some((key) => metadata[key] === true)) return true;
  if (hiddenWhenFalse.some((key) => metadata[key] === false)) return true;
  return excludesSearch(metadata.search) || forbidsIndex(metadata.robots);
}

function excludesSearch(search: unknown): boolean {
  return typeof search === "object" && search !== null && Reflect.get(search, "exclude") === true;
}

function forbidsIndex(robots: unknown): boolean {
  const values = Array.isArray(robots) ? robots : [robots];
  return values.some(
    (value) => typeof value === "string" && /(?:^|[\s,])noindex(?:[\s,]|$)/i.test(value),
  );
}
