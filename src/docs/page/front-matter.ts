import { parseDocument } from "yaml";
import { isRecord, isUnsafeKey, plainRecord } from "../values/plain-record.ts";
import { readToml } from "../values/read-toml.ts";
import type { PageProblem } from "./page.ts";

export type FrontMatter = {
  metadata: Record<string, unknown>;
  /** How many lines it takes at the top of the page, both marks included; 0 when there is none. */
  lineCount: number;
  problems: PageProblem[];
};

type Content = { metadata: Record<string, unknown>; problems: PageProblem[] };

const maxLength = 100_000;
const maxAliases = 50;

/**
 * Reads the YAML between `---` lines, the TOML between `+++` lines or the JSON object at the top of a page. A fault
 * in it is a problem, never an exception.
 */
export function readFrontMatter(lines: string[]): FrontMatter {
  const none: FrontMatter = { metadata: {}, lineCount: 0, problems: [] };
  const first = lines[0]?.trimEnd();
  if (first === "{") return readJson(lines) ?? none;
  if (first !== "---" && first !== "+++") return none;
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === first);
  if (close === -1) {
    const looksMeant = first === "---" ? /^[\w-]+:(?:\s|$)/ : /^[\w-]+\s{0,9}=/;
    if (!looksMeant.test(lines[1] ?? "")) return none;
    return { ...none, problems: [{ line: 1, message: "The front matter is not closed." }] };
  }
  const body = lines.slice(1, close);
  const content = first === "---" ? readYaml(body) : readTomlLines(body);
  return { ...content, lineCount: close + 1 };
}

function readJson(lines: string[]): FrontMatter | undefined {
  const close = lines.slice(0, 1000).findIndex((line) => line.trimEnd() === "}");
  const text = lines.slice(0, close + 1).join("\n");
  if (close === -1 || text.length > maxLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    return { metadata: plainRecord(value), lineCount: close + 1, problems: [] };
  } catch {
    return undefined;
  }
}

function readYaml(lines: string[]): Content {
  const text = lines.join("\n");
  if (text.length > maxLength) return fallback(lines, 1, "The front matter is too long.");
  try {
    const document = parseDocument(text, { schema: "core", logLevel: "silent", uniqueKeys: false });
    const fault = document.errors[0];
    if (fault !== undefined) {
      return fallback(lines, fault.linePos?.[0].line ?? 0, firstLine(fault.message));
    }
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    if (value === null || value === undefined) return { metadata: {}, problems: [] };
    if (!isRecord(value)) return fallback(lines, 1, "The front matter is not a list of keys.");
    return { metadata: plainRecord(value), problems: [] };
  } catch (error) {
    return fallback(lines, 0, error instanceof Error ? firstLine(error.message) : "unknown fault");
  }
}

function readTomlLines(lines: string[]): Content {
  const { values, faults } = readToml(lines);
  const problems = faults.map((line) => ({
    line: line + 1,
    message: "Front matter: this line is not TOML.",
  }));
  return { metadata: plainRecord(values), problems };
}

/** Front matter that is not valid YAML still says whether a page is hidden: its plain `key: value` lines are kept. */
function fallback(lines: string[], line: number, message: string): Content {
  const entries: [string, unknown][] = [];
  for (const text of lines.slice(0, 200)) {
    const match = /^([\w-]{1,80}):[ \t]+(\S.{0,2000})$/.exec(text);
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
