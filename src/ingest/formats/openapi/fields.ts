import { decodedPart } from "../../../docs/page/link-parts.ts";

/** An object of an API description. Its values are untrusted: read them with the functions here. */
export type Fields = Readonly<Record<string, unknown>>;

const unsafeKeys = new Set(["__proto__", "constructor", "prototype"]);
const maxEntries = 2_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function fieldIn(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

export function textIn(fields: Fields, key: string): string {
  const value = fieldIn(fields, key);
  return typeof value === "string" ? value : "";
}

export function numberIn(fields: Fields, key: string): number | undefined {
  const value = fieldIn(fields, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function isTrueIn(fields: Fields, key: string): boolean {
  return fieldIn(fields, key) === true;
}

export function listIn(fields: Fields, key: string): unknown[] {
  const value = fieldIn(fields, key);
  return Array.isArray(value) ? value.slice(0, maxEntries) : [];
}

/** The object under a key; an empty one where there is none. */
export function fieldsIn(fields: Fields, key: string): Fields {
  return fieldsOf(fieldIn(fields, key));
}

export function entriesIn(fields: Fields, key: string): [string, unknown][] {
  return entriesOf(fieldIn(fields, key));
}

export function entriesOf(value: unknown): [string, unknown][] {
  if (!isFields(value)) return [];
  const keys = Object.keys(value).slice(0, maxEntries);
  return keys.filter((key) => !unsafeKeys.has(key)).map((key) => [key, value[key]]);
}

/** The strings of a list; everything else in it is dropped. */
export function wordsIn(fields: Fields, key: string): string[] {
  return listIn(fields, key).filter((word) => typeof word === "string");
}

export type Resolved = {
  fields: Fields;
  /** Where the value stands in the file, when it was reached by a reference. */
  ref: string | undefined;
  /** What a reader calls it: the last part of the reference. */
  name: string;
  state: "found" | "missing" | "elsewhere";
};

const maxSteps = 10;

/** The object a value refers to. References stay inside the file: nothing else is opened. */
export function resolve(root: Fields, value: unknown): Resolved {
  let fields = fieldsOf(value);
  let ref: string | undefined;
  for (let step = 0; step < maxSteps; step += 1) {
    const next = fieldIn(fields, "$ref");
    if (typeof next !== "string") return { fields, ref, name: nameOf(ref), state: "found" };
    const description = textIn(fields, "description");
    ref = next.slice(0, 500);
    if (!ref.startsWith("#")) return { fields: {}, ref, name: ref, state: "elsewhere" };
    const target = at(root, ref);
    if (target === undefined) return { fields: {}, ref, name: nameOf(ref), state: "missing" };
    fields = description === "" ? fieldsOf(target) : { ...fieldsOf(target), description };
  }
  return { fields: {}, ref, name: nameOf(ref), state: "missing" };
}

function at(root: Fields, ref: string): unknown {
  let value: unknown = root;
  for (const part of ref.slice(1).split("/").slice(1)) {
    const key = decoded(part);
    if (Array.isArray(value)) value = /^\d{1,6}$/.test(key) ? value[Number(key)] : undefined;
    else value = fieldIn(fieldsOf(value), key);
    if (value === undefined) return undefined;
  }
  return value;
}

function decoded(part: string): string {
  if (!/[~%]/.test(part)) return part;
  return decodedPart(part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function nameOf(ref: string | undefined): string {
  return ref === undefined ? "" : decoded(ref.slice(ref.lastIndexOf("/") + 1)).slice(0, 100);
}

const maxValues = 400;
const maxDepth = 8;
const maxText = 400;

/**
 * A copy that is safe to write out. YAML aliases let a short file hold one value in endless places, so that
 * writing it as it stands might never end.
 */
export function plainJson(value: unknown): unknown {
  return copy(value, { left: maxValues }, 0);
}

/** The value as JSON on one line. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(plainJson(value)) ?? "null";
}

function copy(value: unknown, room: { left: number }, depth: number): unknown {
  room.left -= 1;
  if (typeof value === "string") return value.slice(0, maxText);
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (depth >= maxDepth || room.left <= 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, Math.min(50, room.left)).map((item) => copy(item, room, depth + 1));
  }
  if (!isFields(value)) return null;
  const entries: [string, unknown][] = [];
  for (const [key, held] of entriesOf(value)) {
    if (room.left <= 0) break;
    entries.push([key.slice(0, maxText), copy(held, room, depth + 1)]);
  }
  return Object.fromEntries(entries);
}
