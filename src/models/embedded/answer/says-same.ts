import { terms } from "../../../text/terms.ts";
import type { Part } from "./page-parts.ts";

const same = 0.75;
const comparedCharacters = 3_000;

/** Most of what the second part says stands in the first one: another version of a page, or a section told twice. */
export function saysSame(one: Part, other: Part): boolean {
  if (one.blocks[0] === other.blocks[0]) return true;
  const said = termsOf(one);
  const again = termsOf(other);
  return again.intersection(said).size >= again.size * same;
}

function termsOf({ blocks }: Part): Set<string> {
  const text = blocks.map((block) => block.text).join("\n");
  return new Set(terms(text.slice(0, comparedCharacters)));
}
