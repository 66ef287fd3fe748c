import { codeSpan, escapeMarkdown, oneLine } from "../../../text/markdown-writing.ts";
import { jsonLine } from "./plain-json.ts";
import { type Pass, type Shape, shapeOf, typeOf, variantsOf } from "./shape.ts";
import { type Fields, fieldIn, isFields, isTrueIn, listIn, numberIn, textIn } from "./values.ts";

const maxChoices = 40;
const maxLevels = 3;

/** The type of a value in words: "array of `Pet`", "string, uuid, or null". */
export function typeWords(pass: Pass, shape: Shape, level = 0): string {
  const words = bareWords(pass, shape, level);
  return shape.isNullable ? `${words} or null` : words;
}

/** What a value must keep to, one sentence each. */
export function limitSentences(fields: Fields): string[] {
  return [
    isTrueIn(fields, "deprecated") ? "Deprecated." : "",
    isTrueIn(fields, "readOnly") ? "Read only." : "",
    isTrueIn(fields, "writeOnly") ? "Write only." : "",
    fieldIn(fields, "const") === undefined ? "" : `Always ${literal(fieldIn(fields, "const"))}.`,
    choices(fields),
    fieldIn(fields, "default") === undefined
      ? ""
      : `Default: ${literal(fieldIn(fields, "default"))}.`,
    ...rangeSentences(fields),
    textIn(fields, "pattern") === ""
      ? ""
      : `Pattern: ${codeSpan(textIn(fields, "pattern").slice(0, 200))}.`,
    fieldIn(fields, "example") === undefined
      ? ""
      : `Example: ${literal(fieldIn(fields, "example"))}.`,
  ].filter((sentence) => sentence !== "");
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
