import type { FairSearch } from "../../search/fair-search.ts";
import type { FoundPassage, SearchQuery } from "../../search/hit.ts";
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
  /** Pages that the reader is on or points at. */
  liftPaths: string[];
};

const mostSuggestions = 3;
const mostTried = 6;

/** Up to three questions that come next, from the headings around the answer. Only those the docs can answer are kept. */
export async function suggestQuestions(
  search: Pick<FairSearch, "searchEach">,
  input: SuggestInput,
): Promise<string[]> {
  const { revisionId, liftPaths, filter } = input;
  const tried = candidates(input).slice(0, mostTried);
  const suggestions: string[] = [];
  for (let at = 0; at < tried.length && suggestions.length < mostSuggestions; ) {
    const some = tried.slice(at, at + mostSuggestions - suggestions.length);
    at += some.length;
    const queries = some.map((text) => ({ text, hints: [], liftPaths, filter, limit: 5 }));
    const found = await search.searchEach(revisionId, queries);
    suggestions.push(
      ...some.filter((question, place) => {
        const own = found[place];
        return own && weighEvidence(own, { question, leans: false }) === "enough";
      }),
    );
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
