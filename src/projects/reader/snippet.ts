import { tokenise } from "../../text/tokenise.ts";

const length = 180;
const before = 50;
const mostWords = 12;
const longestText = 8_000;

/** A piece of a text around the first word of it that was looked for, cut between words. */
export function snippetOf(text: string, query: string): string {
  const plain = text.slice(0, longestText).replace(/\s+/g, " ").trim();
  if (plain.length <= length) return plain;
  const lower = plain.toLowerCase();
  const places = tokenise(query)
    .slice(0, mostWords)
    .map((word) => lower.indexOf(word))
    .filter((place) => place !== -1);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const start = at <= before ? 0 : plain.indexOf(" ", at - before) + 1;
  const end = plain.lastIndexOf(" ", start + length);
  const piece = plain.slice(start, end > start ? end : start + length).toWellFormed();
  return `${start > 0 ? "… " : ""}${piece}${start + piece.length < plain.length ? " …" : ""}`;
}
