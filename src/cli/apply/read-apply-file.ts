import { type Document, isMap, isScalar, isSeq, LineCounter } from "yaml";
import type { z } from "zod";
import { createSuggest } from "../../docs/check/suggest.ts";
import { isUnsafeKey } from "../../docs/values/plain-record.ts";
import { plainYaml } from "../../docs/values/plain-yaml.ts";
import { readYaml } from "../../docs/values/read-yaml.ts";
import {
  type ApplyFile,
  appliedKey,
  appliedProject,
  appliedSource,
  applyFile,
} from "./apply-file.ts";

export type FileFault = { line: number; message: string };

const longestFile = 1024 * 1024;
const mostFaults = 20;
const prunesAll =
  "prune: Would remove every project, since the file has no projects: list those that stay, or write projects: {} where all are to go.";
const limits = { maxAliases: 200, maxValues: 50_000 };

/** What the file wants, or what is wrong with it, line by line. Never throws. */
export function readApplyFile(text: string): { file: ApplyFile } | { faults: FileFault[] } {
  if (text.length > longestFile) return { faults: [{ line: 1, message: "Is longer than 1 MiB." }] };
  const lines = new LineCounter();
  const document = readYaml(text, { schema: "core", lines });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const [error] = document.errors;
  if (error !== undefined) {
    const [reason] = error.message.split("\n", 1);
    return { faults: [{ line: lineAt(error.pos[0]), message: `Is not YAML: ${reason}.` }] };
  }
  const end = document.range?.[2] ?? text.length;
  if (/\S/.test(text.slice(end)))
    return { faults: [{ line: lineAt(end), message: "There is a second document: keep to one." }] };
  const unclear = unclearKeys(document.contents);
  if (unclear.length > 0)
    return { faults: unclear.map(({ at, message }) => ({ line: lineAt(at), message })) };
  const value = plainOf(document);
  if ("fault" in value) return { faults: [{ line: 1, message: value.fault }] };
  const parsed = applyFile.safeParse(value.plain ?? {});
  if (parsed.success && parsed.data.prune && pairOf(document.contents, "projects") === undefined)
    return { faults: [{ line: lineAt(placeOf(document, ["prune"])), message: prunesAll }] };
  if (parsed.success) return { file: parsed.data };
  const first = parsed.error.issues.slice(0, mostFaults).flatMap(told).slice(0, mostFaults);
  const faults = first.map(({ path, message }) => ({
    line: lineAt(placeOf(document, path)),
    message: `${path.map(String).join(".") || "The file"}: ${message}`,
  }));
  return { faults: faults.sort((one, other) => one.line - other.line) };
}

function plainOf(document: Document): { plain: unknown } | { fault: string } {
  try {
    return { plain: plainYaml(document, limits) };
  } catch (error) {
    return { fault: `Cannot be read: ${error instanceof Error ? error.message : error}.` };
  }
}

type Told = { path: PropertyKey[]; message: string };

/** A key that is not known is a fault of its own, with the one that was meant. */
function told(issue: z.core.$ZodIssue): Told[] {
  if (issue.code === "invalid_key")
    return [{ path: issue.path, message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== "unrecognized_keys") return [issue];
  const suggest = createSuggest(() => knownKeys(issue.path));
  return issue.keys.slice(0, mostFaults).map((key) => {
    const near = suggest(key);
    const advice = near === undefined ? "" : ` Did you mean ${near}?`;
    return { path: [...issue.path, key], message: `Is not known here.${advice}` };
  });
}

function knownKeys(path: PropertyKey[]): string[] {
  const [, , part, , inner] = path;
  if (path.length === 0) return Object.keys(applyFile.shape);
  if (path.length === 2) return Object.keys(appliedProject.shape);
  if (part === "model") return ["provider", "sonnet", "opus"];
  if (inner === "token") return ["fromEnv"];
  return Object.keys((part === "sources" ? appliedSource : appliedKey).shape);
}

/** Where the value at this path begins, or the nearest that holds it. */
function placeOf(document: Document, path: PropertyKey[]): number {
  let node: unknown = document.contents;
  let at = 0;
  for (const step of path) {
    const pair = pairOf(node, String(step));
    const next = pair ? pair.value : isSeq(node) ? node.items[Number(step)] : undefined;
    const place = pair?.key ?? next;
    const start = offsetOf(place);
    if (start === undefined) return at;
    at = start;
    node = next;
  }
  return at;
}

function pairOf(map: unknown, name: string) {
  if (!isMap(map)) return undefined;
  return map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
}

function offsetOf(node: unknown): number | undefined {
  const isNode = isScalar(node) || isMap(node) || isSeq(node);
  return isNode ? node.range?.[0] : undefined;
}

/** Of two keys the last would count, and hide what somebody meant; others would be lost on the way. */
function unclearKeys(top: unknown): { at: number; message: string }[] {
  const found: { at: number; message: string }[] = [];
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    const names = new Set<string>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const at = offsetOf(key) ?? 0;
      if (names.has(name)) found.push({ at, message: `The key ${name} is there twice.` });
      if (isScalar(key) && typeof key.value !== "string")
        found.push({ at, message: `The key ${name} is no text: put it in quotes.` });
      if (isUnsafeKey(name)) found.push({ at, message: `The key ${name} is not taken.` });
      if (found.length >= mostFaults) return found;
      names.add(name);
      if (value) open.push(value);
    }
  }
  return found;
}
