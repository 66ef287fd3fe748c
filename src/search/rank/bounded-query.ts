import { normalForm } from "../../lib/normal-form.ts";
import { withoutMiddle } from "../../text/bounded.ts";
import type { SearchQuery } from "../hit.ts";

/** In characters. An ordinary question has a hundred; a log that was pasted with it has thousands. */
const longestText = 10_000;
const longestHints = 40_000;
const mostHints = 20;
/** The reader's own page stands last. */
const mostPaths = 10;

/** What of a query is looked at: as much as any reader needs, and no more than a search can take. */
export function boundedQuery(query: SearchQuery): SearchQuery {
  let room = longestHints;
  const hints = query.hints.slice(0, mostHints).flatMap(({ text, weight }) => {
    if (!(weight > 0) || room <= 0) return [];
    const read = boundedText(text, Math.min(longestText, room));
    room -= read.length;
    return [{ text: read, weight }];
  });
  const liftPaths = withoutMiddle([...new Set(query.liftPaths)], mostPaths);
  return { ...query, text: boundedText(query.text, longestText), hints, liftPaths };
}

/** A single character can stand for a whole sentence: the length that counts is that of the normal form. */
function boundedText(text: string, longest: number): string {
  const short = withoutMiddle(text, longest);
  const plain = normalForm(short, "NFKC");
  return plain.length > longest ? withoutMiddle(plain, longest) : short;
}
