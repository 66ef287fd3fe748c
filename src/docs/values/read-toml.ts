import { isRecord, isUnsafeKey } from "./plain-record.ts";

/** `faults` are the lines, counted from 1, that could not be read; they are left out. */
export type Toml = { values: Record<string, unknown>; faults: number[] };

const maxLines = 2000;
const maxFaults = 20;
const keyValue = /^([\w-]{1,80}(?:\.[\w-]{1,80}){0,5})[ \t]{0,20}=[ \t]{0,20}(\S.*)$/;

/** The part of TOML that front matter uses: keys, tables, strings, numbers, dates, booleans and lists. */
export function readToml(lines: string[]): Toml {
  const values: Record<string, unknown> = {};
  const faults: number[] = [];
  let table: Record<string, unknown> | undefined = values;
  for (let index = 0; index < Math.min(lines.length, maxLines); ) {
    const start = index;
    const text = statementAt(lines, index);
    index += text.lines;
    const line = text.value.trim();
    if (line === "" || line.startsWith("#")) continue;
    const header = /^(\[{1,2})([\w.-]{1,200})\]{1,2}[ \t]*(?:#.*)?$/.exec(line);
    if (header !== null) {
      table = tableAt(values, (header[2] ?? "").split("."), header[1] === "[[");
      continue;
    }
    const isSet = table !== undefined && setValue(table, line);
    if (!isSet && faults.length < maxFaults) faults.push(start + 1);
  }
  return { values, faults };
}

/** One statement: a string in three quotes and a list run over several lines. */
function statementAt(lines: string[], at: number): { value: string; lines: number } {
  const first = lines[at] ?? "";
  const value = keyValue.exec(first.trim())?.[2] ?? "";
  const mark = /^(?:"""|'''|\[)/.exec(value)?.[0];
  if (mark === undefined || isClosed(value, mark)) return { value: first, lines: 1 };
  for (let end = at + 1; end < Math.min(lines.length, at + 200); end += 1) {
    const line = (lines[end] ?? "").trimEnd();
    const closes = mark === "[" ? /\][ \t]*(?:#.*)?$/.test(line) : line.endsWith(mark);
    if (closes) {
      const joined = lines.slice(at, end + 1).map((text) => (mark === "[" ? text.trim() : text));
      return { value: joined.join(mark === "[" ? " " : "\n"), lines: end + 1 - at };
    }
  }
  return { value: first, lines: 1 };
}

function isClosed(value: string, mark: string): boolean {
  if (mark === "[") return /\][ \t]*(?:#.*)?$/.test(value);
  return value.length >= 6 && value.indexOf(mark, 3) !== -1;
}

function tableAt(
  values: Record<string, unknown>,
  path: string[],
  isList: boolean,
): Record<string, unknown> | undefined {
  let table = values;
  for (const [index, key] of path.slice(0, 8).entries()) {
    if (isUnsafeKey(key)) return undefined;
    const held = table[key];
    const last = Array.isArray(held) ? held.at(-1) : held;
    const isNew = isList && index === path.length - 1;
    if (isRecord(last) && !isNew) {
      table = last;
      continue;
    }
    const next: Record<string, unknown> = {};
    const earlier: unknown[] = Array.isArray(held) ? held.slice(0, 500) : [];
    table[key] = isNew ? [...earlier, next] : next;
    table = next;
  }
  return table;
}

function setValue(table: Record<string, unknown>, line: string): boolean {
  const match = /^([\w-]{1,80}(?:\.[\w-]{1,80}){0,5})[ \t]{0,20}=[ \t]{0,20}(\S[\s\S]*)$/.exec(
    line,
  );
  const value = match?.[2] === undefined ? undefined : readValue(match[2]);
  const path = (match?.[1] ?? "").split(".");
  const key = path.pop();
  if (value === undefined || key === undefined || isUnsafeKey(key)) return false;
  const target = path.length === 0 ? table : tableAt(table, path, false);
  if (target === undefined) return false;
  target[key] = value;
  return true;
}

function readValue(text: string): unknown {
  const long = /^("""|''')\n?([\s\S]*?)\1/.exec(text)?.[2];
  if (long !== undefined) return long;
  if (text.startsWith("[")) return readList(text);
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')[ \t]*(?:#.*)?$/.exec(text);
  if (quoted !== null) return quoted[2] ?? unescaped(quoted[1] ?? "");
  return readBare(text.replace(/[ \t]+#.*$/, "").trim());
}

function readList(text: string): unknown[] {
  const inner = text.slice(1, text.lastIndexOf("]"));
  const items = inner.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w.:+-]+)/g);
  return [...items].slice(0, 500).map((item) => {
    if (item[1] !== undefined) return unescaped(item[1]);
    return item[2] ?? readBare(item[3] ?? "") ?? "";
  });
}

function readBare(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  if (/^[+-]?\d[\d_]{0,30}(?:\.\d{1,30})?$/.test(text)) return Number(text.replaceAll("_", ""));
  return /^\d{4}-\d\d-\d\d[\dTtZz:.+ -]{0,40}$/.test(text) ? text : undefined;
}

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function unescaped(text: string): string {
  return text.replace(/\\(u[\dA-Fa-f]{4}|.)/g, (_, code: string) =>
    code.length === 5
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (escapes[code] ?? code),
  );
}
