import { codeSpan, escapeMarkdown, oneLine } from "../../../text/markdown-writing.ts";
import { descriptionLine } from "./description.ts";
import {
  entriesIn,
  type Fields,
  fieldIn,
  fieldsIn,
  fieldsOf,
  isFields,
  isTrueIn,
  jsonLine,
  listIn,
  numberIn,
  type Resolved,
  resolve,
  textIn,
  wordsIn,
} from "./fields.ts";

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
    const held = entriesIn(part, "properties");
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

const maxChoices = 40;
const maxLevels = 3;

/** The type of a value in words: "array of `Pet`", "string, uuid, or null". */
function typeWords(pass: Pass, shape: Shape, level = 0): string {
  const words = bareWords(pass, shape, level);
  return shape.isNullable ? `${words} or null` : words;
}

/** What a value must keep to, one sentence each. */
function limitSentences(fields: Fields): string[] {
  const pattern = textIn(fields, "pattern").slice(0, 200);
  return [
    isTrueIn(fields, "deprecated") ? "Deprecated." : "",
    isTrueIn(fields, "readOnly") ? "Read only." : "",
    isTrueIn(fields, "writeOnly") ? "Write only." : "",
    said(fields, "const", "Always"),
    choices(fields),
    said(fields, "default", "Default:"),
    ...rangeSentences(fields),
    pattern === "" ? "" : `Pattern: ${codeSpan(pattern)}.`,
    said(fields, "example", "Example:"),
  ].filter((sentence) => sentence !== "");
}

function said(fields: Fields, key: string, words: string): string {
  const value = fieldIn(fields, key);
  return value === undefined ? "" : `${words} ${literal(value)}.`;
}

function bareWords(pass: Pass, shape: Shape, level: number): string {
  const { fields, name } = shape;
  if (shape.isElsewhere) return `${codeSpan(name)}, described in another file`;
  const type = typeOf(fields);
  const items = fieldIn(fields, "items");
  if (type === "array" && level < maxLevels && pass.effort.left > 0) {
    return isFields(items) ? `array of ${typeWords(pass, shapeOf(pass, items), level + 1)}` : type;
  }
  if (variantsOf(fields) !== undefined && type === "")
    return name === "" ? "several forms" : codeSpan(name);
  const others = fieldIn(fields, "additionalProperties");
  if (
    type === "object" &&
    isFields(others) &&
    !isFields(fieldIn(fields, "properties")) &&
    level < maxLevels
  ) {
    return `map of ${typeWords(pass, shapeOf(pass, others), level + 1)}`;
  }
  const format = oneLine(textIn(fields, "format")).slice(0, 50);
  const base = escapeMarkdown(type.slice(0, 100) || "any value");
  if (name !== "" && (type === "object" || type === "")) return `${codeSpan(name)} object`;
  return format === "" ? base : `${base}, ${escapeMarkdown(format)}`;
}

function choices(fields: Fields): string {
  const values = listIn(fields, "enum");
  if (values.length === 0) return "";
  const more = values.length > maxChoices ? ` and ${values.length - maxChoices} more` : "";
  return `One of ${values.slice(0, maxChoices).map(literal).join(", ")}${more}.`;
}

function literal(value: unknown): string {
  const text = typeof value === "string" && value !== "" ? value : jsonLine(value);
  return codeSpan(text.slice(0, 200)) || '`" "`';
}

function rangeSentences(fields: Fields): string[] {
  const limits: [string, string, string][] = [
    ["minimum", "At least", ""],
    ["maximum", "At most", ""],
    ["exclusiveMinimum", "More than", ""],
    ["exclusiveMaximum", "Less than", ""],
    ["multipleOf", "A multiple of", ""],
    ["minLength", "At least", " characters"],
    ["maxLength", "At most", " characters"],
    ["minItems", "At least", " items"],
    ["maxItems", "At most", " items"],
  ];
  const sentences = limits.flatMap(([key, words, unit]) => {
    const value = numberIn(fields, key);
    return value === undefined ? [] : [`${words} ${value}${unit}.`];
  });
  return isTrueIn(fields, "uniqueItems") ? [...sentences, "No item twice."] : sentences;
}

const maxDepth = 6;
const maxCharacters = 16_000;
const maxEffort = 2_000;

/** A schema as a sentence about the whole and a nested list of what is in it. */
function schemaBlocks(pass: Pass, value: unknown): string[] {
  const shape = shapeOf(pass, value);
  const lines = listLines(pass, shape);
  const whole = [`Type: ${typeWords(pass, shape)}.`, about(shape.fields)].filter(Boolean).join(" ");
  return lines.length === 0 ? [whole] : [whole, lines.join("\n")];
}

/** `name` (type, required): what it means. What it must keep to. */
export function namedLine(
  pass: Pass,
  name: string,
  held: { shape: Shape; marks: string[]; text: string },
): string {
  const marks = [typeWords(pass, held.shape), ...held.marks].join(", ");
  const text = [descriptionLine(held.text), ...limitSentences(held.shape.fields)].filter(Boolean);
  return `${codeSpan(name) || "(no name)"} (${marks})${text.length > 0 ? `: ${text.join(" ")}` : ""}`;
}

/** `isLimited`: something lies deeper than this list may go. */
type List = { pass: Pass; lines: string[]; left: number; maxDepth: number; isLimited: boolean };

/** One level deeper as long as all of it fits, so that the first levels are always whole. */
function listLines(pass: Pass, shape: Shape): string[] {
  let lines: string[] = [];
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const left = Math.min(maxEffort, pass.effort.left);
    const list: List = {
      pass: { ...pass, effort: { left } },
      lines: [],
      left: maxCharacters,
      maxDepth: depth,
      isLimited: false,
    };
    addInside(list, shape, { depth: 0, indent: 0, open: [] });
    pass.effort.left -= left - list.pass.effort.left;
    const isWhole = list.left > 0 && list.pass.effort.left > 0;
    if (!isWhole) return depth > 1 ? lines : [...list.lines, cut];
    lines = list.lines;
    if (!list.isLimited) return lines;
  }
  return lines;
}

/** Arrays add to the depth but not to the indentation: what an item holds stands where the array stands. */
type Place = { depth: number; indent: number; open: string[] };

function addInside(list: List, shape: Shape, place: Place): void {
  if (list.left <= 0 || list.pass.effort.left <= 0 || !holdsMore(shape.fields)) return;
  if (shape.refs.some((ref) => place.open.includes(ref))) return;
  if (place.depth >= list.maxDepth) {
    list.isLimited = true;
    return;
  }
  const inside = { ...place, open: [...place.open, ...shape.refs] };
  const items = fieldIn(shape.fields, "items");
  if (isFields(items))
    addInside(list, shapeOf(list.pass, items), { ...inside, depth: inside.depth + 1 });
  addProperties(list, shape.fields, inside);
  addOthers(list, shape.fields, inside);
  addVariants(list, shape.fields, inside);
}

function holdsMore(fields: Fields): boolean {
  const inner = ["properties", "items", "additionalProperties"];
  return inner.some((key) => isFields(fieldIn(fields, key))) || variantsOf(fields) !== undefined;
}

function addProperties(list: List, fields: Fields, place: Place): void {
  const required = new Set(wordsIn(fields, "required"));
  for (const [name, value] of entriesIn(fields, "properties")) {
    if (list.left <= 0 || list.pass.effort.left <= 0) return;
    const shape = shapeOf(list.pass, value);
    const marks = required.has(name) ? ["required"] : [];
    const isCircle = shape.refs.some((ref) => place.open.includes(ref));
    if (isCircle) marks.push("as above");
    const text = textIn(shape.fields, "description");
    add(list, place, namedLine(list.pass, name.slice(0, 200), { shape, marks, text }));
    addInside(list, shape, deeper(place));
  }
}

function addOthers(list: List, fields: Fields, place: Place): void {
  const others = fieldIn(fields, "additionalProperties");
  if (!isFields(others)) return;
  const shape = shapeOf(list.pass, others);
  if (!isFields(fieldIn(fields, "properties"))) {
    addInside(list, shape, { ...place, depth: place.depth + 1 });
    return;
  }
  add(
    list,
    place,
    [`Any other key (${typeWords(list.pass, shape)})`, about(shape.fields)]
      .filter(Boolean)
      .join(": "),
  );
  addInside(list, shape, deeper(place));
}

function addVariants(list: List, fields: Fields, place: Place): void {
  const choice = variantsOf(fields);
  if (choice === undefined) return;
  const key = textIn(fieldsIn(fields, "discriminator"), "propertyName");
  const told = key === "" ? "" : `, told apart by ${codeSpan(key.slice(0, 100))}`;
  add(list, place, `${choice.words}${told}:`);
  for (const variant of choice.variants) {
    if (list.left <= 0 || list.pass.effort.left <= 0) return;
    const shape = shapeOf(list.pass, variant);
    const inner = deeper(place);
    add(list, inner, [typeWords(list.pass, shape), about(shape.fields)].filter(Boolean).join(": "));
    addInside(list, shape, deeper(inner));
  }
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1, indent: place.indent + 1 };
}

function about(fields: Fields): string {
  const title =
    textIn(fields, "description") || escapeMarkdown(textIn(fields, "title").slice(0, 200));
  return [descriptionLine(title), ...limitSentences(fields)].filter(Boolean).join(" ");
}

function add(list: List, place: Place, text: string): void {
  const line = `${"  ".repeat(place.indent)}- ${text}`;
  list.left -= line.length + 1;
  if (list.left > 0) list.lines.push(line);
}

const cut = "- More follows, which is left out here.";

const maxTypes = 10;

type Content = { types: string[]; schema: unknown };

/** Every content type with its schema; types that share one are named together. */
export function contentBlocks(pass: Pass, holder: Fields): string[] {
  return contents(holder).flatMap(({ types, schema }) => {
    const names = types.map((type) => codeSpan(type.slice(0, 100))).join(", ");
    if (schema === undefined) return [`Content type: ${names}.`];
    const [whole = "", ...list] = schemaBlocks(pass, schema);
    return [`Content type: ${names}. ${whole}`, ...list];
  });
}

/** The content an example is written for: JSON when there is any. */
export function exampleContent(holder: Fields): { type: string; media: Fields } | undefined {
  const entries = entriesIn(holder, "content");
  const [type, media] = entries.find(([name]) => /json/i.test(name)) ?? entries[0] ?? [];
  return type === undefined ? undefined : { type, media: fieldsOf(media) };
}

function contents(holder: Fields): Content[] {
  const found: Content[] = [];
  for (const [type, media] of entriesIn(holder, "content").slice(0, maxTypes)) {
    const schema = fieldIn(fieldsOf(media), "schema");
    const same = found.find((held) => isSame(held.schema, schema));
    if (same === undefined) found.push({ types: [type], schema });
    else same.types.push(type);
  }
  return found;
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const ref = textIn(fieldsOf(left), "$ref");
  return ref !== "" && ref === textIn(fieldsOf(right), "$ref");
}
