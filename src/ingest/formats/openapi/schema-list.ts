import { codeSpan, escapeMarkdown } from "../../../text/markdown-writing.ts";
import { descriptionLine } from "./description.ts";
import { limitSentences, typeWords } from "./schema-words.ts";
import { type Pass, type Shape, shapeOf, variantsOf } from "./shape.ts";
import { entriesOf, type Fields, fieldIn, fieldsOf, isFields, textIn, wordsIn } from "./values.ts";

const maxDepth = 6;
const maxCharacters = 16_000;
const maxEffort = 2_000;

/** A schema as a sentence about the whole and a nested list of what is in it. */
export function schemaBlocks(pass: Pass, value: unknown): string[] {
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
  for (const [name, value] of entriesOf(fieldIn(fields, "properties"))) {
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
  const key = textIn(fieldsOf(fieldIn(fields, "discriminator")), "propertyName");
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
