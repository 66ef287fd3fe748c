import type { FoundPassage, SearchQuery } from "../../search/hit.ts";
import type { Search } from "../../search/search.ts";
import { weighEvidence } from "./evidence.ts";
import { headingQuestion } from "./heading-question.ts";

export type SuggestInput = {
  revisionId: string;
  /** Every question of the thread so far. */
  asked: string[];
  /** What was found for the question, best first. */
  hits: FoundPassage[];
  /** Places the answer cites: what it says already is no news. */
  cited: { path: string; heading: string }[];
  filter: SearchQuery["filter"];
};

const mostSuggestions = 3;
const mostTried = 6;

/** Up to three questions that come next, from the headings around the answer. Only those the docs can answer are kept. */
export async function suggest(search: Search, input: SuggestInput): Promise<string[]> {
  const suggestions: string[] = [];
  for (const question of candidates(input).slice(0, mostTried)) {
    const found = await search.search(input.revisionId, {
      text: question,
      hints: [],
      liftPaths: [],
      filter: input.filter,
      limit: 5,
    });
    if (weighEvidence(found, false) === "enough") suggestions.push(question);
    if (suggestions.length === mostSuggestions) break;
  }
  return suggestions;
}

function candidates({ hits, cited, asked }: SuggestInput): string[] {
  const used = new Set(cited.map(({ path, heading }) => `${path}\n${heading}`));
  const known = new Set(asked.map(wordsOf));
  const found: string[] = [];
  for (const { passage } of hits) {
    const heading = passage.headings.at(-1) ?? passage.title;
    if (used.has(`${passage.path}\n${passage.headings.at(-1) ?? ""}`)) continue;
    const next = headingQuestion(heading);
    if (next === undefined || !isPlain(next) || known.has(wordsOf(next))) continue;
    known.add(wordsOf(next));
    found.push(next);
  }
  return found;
}

/** Clients may render a suggestion; a heading is no place for a link or an image in it. */
function isPlain(question: string): boolean {
  return !/[<>[\]]|\/\/|www\./i.test(question);
}

function wordsOf(question: string): string {
  return (
    question
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}
