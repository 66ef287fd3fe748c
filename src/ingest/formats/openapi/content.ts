import { codeSpan } from "../../../text/markdown-writing.ts";
import { schemaBlocks } from "./schema-list.ts";
import type { Pass } from "./shape.ts";
import { entriesOf, type Fields, fieldIn, fieldsOf, textIn } from "./values.ts";

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
  const entries = entriesOf(fieldIn(holder, "content"));
  const [type, media] = entries.find(([name]) => /json/i.test(name)) ?? entries[0] ?? [];
  return type === undefined ? undefined : { type, media: fieldsOf(media) };
}

function contents(holder: Fields): Content[] {
  const found: Content[] = [];
  for (const [type, media] of entriesOf(fieldIn(holder, "content")).slice(0, maxTypes)) {
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
