import { parseDocument } from "yaml";
import type { PageProblem } from "./page.ts";

export type FrontMatter = {
  metadata: Record<string, unknown>;
  /** How many lines it takes at the top of the page, both marks included; 0 when there is none. */
  lineCount: number;
  problems: PageProblem[];
};

const maxLength = 100_000;
const maxAliases = 50;
const maxValues = 5_000;
const maxDepth = 12;
const unsafeKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Reads the YAML between the `---` lines at the top of a page. A fault in it is a problem, never an exception. */
export function readFrontMatter(lines: string[]): FrontMatter {
  const none: FrontMatter = { metadata: {}, lineCount: 0, problems: [] };
  if (!isMark(lines[0])) return none;
  const close = lines.findIndex((line, index) => index > 0 && isMark(line));
  if (close === -1) {
    if (!/^[\w-]+:(?:\s|$)/.test(lines[1] ?? "")) return none;
    return { ...none, problems: [{ line: 1, message: "The front matter is not closed." }] };
  }
  const body = lines.slice(1, close);
  return { ...readYaml(body), lineCount: close + 1 };
}

function isMark(line: string | undefined): boolean {
  return line !== undefined && /^---[ \t]*$/.test(line);
}

function readYaml(lines: string[]): { metadata: Record<string, unknown>; problems: PageProblem[] } {
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
    return { metadata: plainRecord(value, { left: maxValues }, 0), problems: [] };
  } catch (error) {
    return fallback(lines, 0, error instanceof Error ? firstLine(error.message) : "unknown fault");
  }
}

/** Front matter that is not valid YAML still says whether a page is hidden: its plain `key: value` lines are kept. */
function fallback(lines: string[], line: number, message: string) {
  const entries: [string, unknown][] = [];
  for (const text of lines.slice(0, 200)) {
    const match = /^([\w-]{1,80}):[ \t]+(\S.{0,2000})$/.exec(text);
    if (match?.[1] === undefined || match[2] === undefined || unsafeKeys.has(match[1])) continue;
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

type Room = { left: number };

function plainRecord(value: object, room: Room, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [key, held] of Object.entries(value)) {
    if (unsafeKeys.has(key)) continue;
    if (room.left <= 0) break;
    entries.push([key, plain(held, room, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function plain(value: unknown, room: Room, depth: number): unknown {
  room.left -= 1;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (depth > maxDepth || room.left <= 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, room.left).map((item) => plain(item, room, depth + 1));
  }
  return isRecord(value) ? plainRecord(value, room, depth) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
