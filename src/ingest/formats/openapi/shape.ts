import { type Resolved, resolve } from "./resolve.ts";
import {
  entriesOf,
  type Fields,
  fieldIn,
  fieldsOf,
  isFields,
  isTrueIn,
  listIn,
  textIn,
  wordsIn,
} from "./values.ts";

/** What is left to spend on one page. Schemas that refer to each other could otherwise be walked without end. */
export type Pass = { root: Fields; effort: { left: number }; problems: Set<string> };

/** A schema after its references are followed and its parts put together. */
export type Shape = {
  fields: Fields;
  /** The name of the schema in the file, "" when it has none. */
  name: string;
  /** References that led here; meeting one again further down is a circle. */
  refs: string[];
  isNullable: boolean;
  isElsewhere: boolean;
};

const maxParts = 50;
const maxMerges = 5;

export function shapeOf(pass: Pass, value: unknown): Shape {
  pass.effort.left -= 1;
  const found = resolve(pass.root, value);
  note(pass, found);
  const refs = found.ref === undefined ? [] : [found.ref];
  const fields = merge(pass, { fields: found.fields, refs, depth: 0 });
  const shape: Shape = {
    fields,
    name: found.name || nameOfOnlyPart(pass, found.fields) || textIn(fields, "title").slice(0, 100),
    refs,
    isNullable: isTrueIn(fields, "nullable") || wordsIn(fields, "type").includes("null"),
    isElsewhere: found.state === "elsewhere",
  };
  return withoutNull(pass, shape);
}

/** The forms a value may have, where there are several. */
export function variantsOf(fields: Fields): { words: string; variants: unknown[] } | undefined {
  for (const [key, words] of [
    ["oneOf", "One of"],
    ["anyOf", "Any of"],
  ] as const) {
    const variants = listIn(fields, key).filter((variant) => !isNull(variant));
    if (variants.length > 0) return { words, variants: variants.slice(0, maxParts) };
  }
  return undefined;
}

export function typeOf(fields: Fields): string {
  const types = [textIn(fields, "type"), ...wordsIn(fields, "type")];
  const named = types.filter((type) => type !== "" && type !== "null").slice(0, 5);
  if (named.length > 0) return named.join(" or ");
  if (isFields(fieldIn(fields, "properties"))) return "object";
  if (fieldIn(fields, "items") !== undefined) return "array";
  const [first = fieldIn(fields, "const")] = listIn(fields, "enum");
  return ["string", "number", "boolean"].find((type) => typeof first === type) ?? "";
}

function note(pass: Pass, found: Resolved): void {
  if (found.state === "found" || pass.problems.size >= 20) return;
  if (found.state === "missing") pass.problems.add(`${found.ref} is not in the file.`);
  if (found.state === "elsewhere") pass.problems.add(`${found.ref} is in another file.`);
}

type Merge = { fields: Fields; refs: string[]; depth: number };

/** `allOf` as one schema: all properties, all that is required. */
function merge(pass: Pass, { fields, refs, depth }: Merge): Fields {
  const parts = listIn(fields, "allOf").slice(0, maxParts);
  if (parts.length === 0 || depth >= maxMerges) return fields;
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  let combined: Fields = {};
  const add = (part: Fields) => {
    const held = entriesOf(fieldIn(part, "properties"));
    pass.effort.left -= 1 + held.length / 10;
    if (pass.effort.left <= 0) return;
    for (const [name, schema] of held) properties.set(name, schema);
    for (const name of wordsIn(part, "required")) required.add(name);
    combined = { ...combined, ...part };
  };
  for (const part of parts) {
    const found = resolve(pass.root, part);
    note(pass, found);
    if (found.ref !== undefined && refs.includes(found.ref)) continue;
    const inner = found.ref === undefined ? refs : [...refs, found.ref];
    add(merge(pass, { fields: found.fields, refs: inner, depth: depth + 1 }));
  }
  add(fields);
  const { allOf: _, ...rest } = combined;
  if (properties.size === 0) return rest;
  return { ...rest, properties: Object.fromEntries(properties), required: [...required] };
}

function nameOfOnlyPart(pass: Pass, fields: Fields): string {
  const parts = listIn(fields, "allOf");
  return parts.length === 1 ? resolve(pass.root, parts[0]).name : "";
}

/** A choice between null and one other schema is that schema. */
function withoutNull(pass: Pass, shape: Shape): Shape {
  const choice = variantsOf(shape.fields);
  if (choice === undefined || pass.effort.left <= 0) return shape;
  const hasNull = [...listIn(shape.fields, "oneOf"), ...listIn(shape.fields, "anyOf")].some(isNull);
  const isNullable = shape.isNullable || hasNull;
  const [only] = choice.variants;
  if (choice.variants.length > 1 || only === undefined) return { ...shape, isNullable };
  const found = resolve(pass.root, only);
  note(pass, found);
  if (found.ref !== undefined && shape.refs.includes(found.ref)) return { ...shape, isNullable };
  const refs = found.ref === undefined ? shape.refs : [...shape.refs, found.ref];
  const { oneOf: _, anyOf: __, ...own } = shape.fields;
  const inner = merge(pass, { fields: found.fields, refs, depth: 0 });
  return {
    fields: { ...inner, ...own },
    name: shape.name || found.name,
    refs,
    isNullable,
    isElsewhere: shape.isElsewhere || found.state === "elsewhere",
  };
}

function isNull(schema: unknown): boolean {
  return fieldIn(fieldsOf(schema), "type") === "null";
}
