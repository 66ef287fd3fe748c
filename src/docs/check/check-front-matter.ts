import { isMap, isScalar, type YAMLMap } from "yaml";
import type { FrontMatter } from "../page/front-matter.ts";
import { readYaml } from "../values/read-yaml.ts";
import { type Found, shown } from "./finding.ts";

const maxLength = 100_000;
const maxDepth = 20;
const maxRepeated = 20;

/** Front matter that is not closed, not valid, names a key twice, or has a title that is no text. */
export function checkFrontMatter(
  path: string,
  { metadata, mark, text, problems }: FrontMatter,
): Found[] {
  if (mark === "" || mark === "{") return [];
  const at = (line: number, message: string, subject: string): Found => {
    return { check: "front-matter", path, line, message, subjects: [subject] };
  };
  const first = problems[0];
  const body = text.split("\n");
  const isYaml = mark === "---";
  const repeated = isYaml ? repeatedKeys(text) : repeatedTomlKeys(body);
  // In TOML a key that stands twice is the fault itself.
  if (first !== undefined && (isYaml || repeated.length === 0)) {
    return [at(first.line, faultText(first.message, mark), "syntax")];
  }
  const found = repeated.map(({ key, line }) =>
    at(line + 1, `the key ${shown(key)} stands here twice; keep one of the two`, `twice ${key}`),
  );
  const title = titleFault(metadata);
  if (title === undefined) return found;
  const index = body.findIndex((line) => /^["']?title["']?\s*[:=]/.test(line));
  // Templates for new pages have their title filled in later.
  if (body[index]?.includes("{{")) return found;
  return [...found, at(index + 2, title, "title")];
}

function faultText(message: string, mark: string): string {
  if (message.includes("not closed")) {
    return `the front matter is not closed; end it with a line of ${mark}`;
  }
  if (message.includes("list of keys")) {
    return "the front matter is no list of keys; write it as lines of key: value";
  }
  const reason = message
    .replace(/^Front matter:\s*/, "")
    .trimEnd()
    .replace(/[.:]$/, "");
  const kind = mark === "---" ? "YAML" : "TOML";
  const hint = mark === "---" ? "put texts with : or # in quotes" : "write key = value";
  return `the front matter is not valid ${kind} (${shown(reason)}); ${hint}`;
}

function titleFault({ title }: Record<string, unknown>): string | undefined {
  if (title === undefined || typeof title === "string") return undefined;
  if (title === null) return "the title is empty; write one, or remove the key";
  const isList = typeof title === "object";
  if (isList) return "the title is not a text; write it in quotes";
  return `the title is a ${typeof title} and not a text; write it in quotes`;
}

type Repeated = { key: string; line: number };

/** Keys that no line has twice are nowhere twice, unless a line has several. */
function mayRepeat(text: string): boolean {
  const seen = new Set<string>();
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon)).replace(/[\s"'-]/g, "");
    if (/[{?]/.test(line) || (colon !== -1 && seen.has(key))) return true;
    if (colon !== -1) seen.add(key);
  }
  return false;
}

function repeatedKeys(text: string): Repeated[] {
  if (text.length > maxLength || !mayRepeat(text)) return [];
  const repeated: Repeated[] = [];
  const visit = (map: YAMLMap, depth: number) => {
    const seen = new Set<string>();
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : undefined;
      if (repeated.length >= maxRepeated) return;
      if (name !== undefined && seen.has(name)) repeated.push({ key: name, line: lineOf(key) });
      if (name !== undefined) seen.add(name);
      if (isMap(value) && depth < maxDepth) visit(value, depth + 1);
    }
  };
  const lineOf = (key: unknown) => {
    const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
    return text.slice(0, at).split("\n").length;
  };
  const { contents } = readYaml(text);
  if (isMap(contents)) visit(contents, 0);
  return repeated;
}

function repeatedTomlKeys(lines: string[]): Repeated[] {
  const repeated: Repeated[] = [];
  let seen = new Set<string>();
  for (const [index, line] of lines.slice(0, 2_000).entries()) {
    if (/^\s{0,20}\[/.test(line)) seen = new Set();
    const key = /^([\w.-]{1,80})[ \t]{0,20}=/.exec(line)?.[1];
    if (key !== undefined && seen.has(key)) repeated.push({ key, line: index + 1 });
    if (key !== undefined) seen.add(key);
  }
  return repeated.slice(0, maxRepeated);
}
