import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, visit } from "yaml";
import { jsonFaultLine } from "./json-fault.ts";
import { type JsonNode, readJsonText } from "./json-text.ts";
import { lineCounter } from "./line-counter.ts";
import { readToml } from "./read-toml.ts";
import { readYaml } from "./read-yaml.ts";
import type { Computed, StaticValue } from "./static-value.ts";

const maxLength = 1_000_000;
const maxDepth = 60;
const maxNodes = 100_000;
const maxAliases = 1_000;

export function dataKind(path: string): "JSON" | "YAML" | "TOML" | undefined {
  if (path.endsWith(".json")) return "JSON";
  if (path.endsWith(".toml")) return "TOML";
  return /\.(?:ya?ml|pages)$/.test(path) ? "YAML" : undefined;
}

/** A JSON, YAML or TOML file as a static value; `computed`, with the line of the fault, when it cannot be read. */
export function valueOfData(text: string, path: string): StaticValue {
  if (text.length > maxLength) return { kind: "computed", path, line: 1 };
  const kind = dataKind(path);
  if (kind === "TOML") return valueOfToml(text, path);
  return kind === "JSON" ? valueOfJson(text, path) : valueOfYaml(text, path);
}

/** What is left to read, and what stands for the rest. */
type Room = {
  left: number;
  aliases: number;
  /** What each alias of a YAML file stands for. */
  targets?: ReadonlyMap<unknown, unknown>;
  fault: Computed;
  lineAt(at: number): number;
};

function roomFor(path: string, lineAt: (at: number) => number): Room {
  return {
    left: maxNodes,
    aliases: maxAliases,
    fault: { kind: "computed", path, line: 1 },
    lineAt,
  };
}

function valueOfJson(source: string, path: string): StaticValue {
  const text = source.replace(/^\uFEFF/, "");
  const root = readJsonText(text);
  const room = roomFor(path, lineCounter(text));
  if (root === undefined) return { ...room.fault, line: jsonFaultLine(text) ?? 1 };
  return ofJson(text, root, room, 0);
}

function ofJson(text: string, node: JsonNode, room: Room, depth: number): StaticValue {
  room.left -= 1;
  if (room.left < 0 || depth > maxDepth) return room.fault;
  if (node.kind === "string") return textIn(room, node.value, node.start);
  if (node.kind === "array") return node.items.map((item) => ofJson(text, item, room, depth + 1));
  if (node.kind === "object") {
    return new Map(
      node.members.map(({ key, value }) => [key, ofJson(text, value, room, depth + 1)]),
    );
  }
  const value: unknown = JSON.parse(text.slice(node.start, node.end));
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** Tags that YAML does not know (`!ENV`, `!!python/name:…`) leave the value below them as it is written. */
function valueOfYaml(text: string, path: string): StaticValue {
  const lines = new LineCounter();
  const room = roomFor(path, (at) => Math.max(1, lines.linePos(at).line));
  const document = readYaml(text, { schema: "core", lines });
  const fault = document.errors[0];
  if (fault !== undefined) return { ...room.fault, line: fault.linePos?.[0].line ?? 1 };
  return ofYaml(document, document.contents, room, 0);
}

function ofYaml(document: Document, node: unknown, room: Room, depth: number): StaticValue {
  room.left -= 1;
  if (room.left < 0 || depth > maxDepth) return room.fault;
  if (isAlias(node)) {
    room.aliases -= 1;
    room.targets ??= aliasTargets(document);
    return room.aliases < 0
      ? room.fault
      : ofYaml(document, room.targets.get(node), room, depth + 1);
  }
  if (isSeq(node)) return node.items.map((item) => ofYaml(document, item, room, depth + 1));
  if (isMap(node)) {
    return new Map(
      node.items.map(({ key, value }) => [keyText(key), ofYaml(document, value, room, depth + 1)]),
    );
  }
  if (!isScalar(node)) return null;
  const { value, range } = node;
  if (typeof value === "string") return textIn(room, value, range?.[0] ?? 0);
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** Found in one walk: asked one by one, each alias looks through the whole file. */
function aliasTargets(document: Document): Map<unknown, unknown> {
  const anchors = new Map<string, unknown>();
  const targets = new Map<unknown, unknown>();
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) targets.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** The places of texts in TOML are not known. */
function valueOfToml(text: string, path: string): StaticValue {
  const read = readToml(text);
  if ("fault" in read) return { kind: "computed", path, line: read.fault };
  const room = roomFor(path, () => 1);
  const convert = (value: unknown, depth: number): StaticValue => {
    room.left -= 1;
    if (room.left < 0 || depth > maxDepth) return room.fault;
    if (typeof value === "string") return textIn(room, value, 0);
    if (typeof value === "number" || typeof value === "boolean") return value;
    if (Array.isArray(value)) return value.map((item: unknown) => convert(item, depth + 1));
    if (typeof value !== "object" || value === null) return null;
    return new Map(Object.entries(value).map(([key, held]) => [key, convert(held, depth + 1)]));
  };
  return convert(read.values, 0);
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? (key.value ?? "") : key);
}

function textIn({ fault: { path }, lineAt }: Room, value: string, at: number): StaticValue {
  return { kind: "text", value, path, line: lineAt(at) };
}
