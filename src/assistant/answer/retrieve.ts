import type { AssistantRequest } from "../../contract/assistant.ts";
import type { SearchResult } from "../../search/hit.ts";
import type { Search } from "../../search/search.ts";
import { terms } from "../../text/terms.ts";
import type { Turn } from "../ask/open-turn.ts";
import { type Evidence, weighEvidence } from "./evidence.ts";

export type Retrieved = Pick<
  SearchResult,
  "hits" | "weights" | "unknown" | "otherLanguage" | "passages"
> & {
  /** The question with what it leans on, so that it can be understood alone. */
  question: string;
  earlier: string[];
  evidence: Evidence;
};

type Settings = Pick<
  AssistantRequest,
  "retrievalPageSize" | "filter" | "context" | "currentPath"
> & {
  /** Every hit says what its score is made of. */
  isExplained?: boolean;
};
type Asked = Pick<Turn, "question" | "revisionId" | "history">;

const contextWeight = 0.35;
const opener = /^(and|but|or|so|then|also|what about|how about|what if|why not|ok|okay)\b/i;
const pronoun =
  /\b(it|its|they|them|their|this|that|these|those|one|ones|there|same|instead|again)\b/i;
const shortQuestion = 3;

export async function retrieve(
  search: Search,
  turn: Asked,
  settings: Settings,
): Promise<Retrieved> {
  const { question: text, revisionId, history } = turn;
  const asked = history.filter(({ role }) => role === "user").map((message) => message.text);
  const { earlier, weight } = standing(text, asked);
  const question = [...earlier, text].join("\n");
  if (revisionId === null)
    return { question, earlier, hits: [], evidence: "none", weights: {}, unknown: [], passages: 0 };
  const found = await search.search(revisionId, {
    text,
    hints: [
      ...earlier.map((before) => ({ text: before, weight })),
      ...settings.context.map((item) => ({ text: item.value, weight: contextWeight })),
    ],
    liftPaths: readersPaths(settings),
    filter: settings.filter,
    limit: settings.retrievalPageSize,
    ...(settings.isExplained && { isExplained: true }),
  });
  const { hits, weights, unknown, otherLanguage, passages } = found;
  const leans = weight > 0 || settings.context.length > 0;
  const evidence = weighEvidence(found, { question: text, leans });
  return { question, earlier, hits, evidence, weights, unknown, otherLanguage, passages };
}

/** Pages that the reader is on or points at. */
export function readersPaths(settings: Pick<Settings, "context" | "currentPath">): string[] {
  const paths = settings.context.map((item) => item.path ?? "");
  return [...paths, settings.currentPath ?? ""].filter((path) => path !== "");
}

type Standing = {
  /** Earlier questions that the question leans on, newest last. */
  earlier: string[];
  /** How much they count beside the question itself; 0 when it stands alone. */
  weight: number;
};

/** "And how do I revoke it?" is about what was asked before: it says so itself, by its opening, a pronoun or its brevity. */
export function standing(question: string, earlierQuestions: string[]): Standing {
  const earlier = earlierQuestions.slice(-2);
  if (earlier.length === 0) return { earlier: [], weight: 0 };
  const content = new Set(terms(question)).size;
  const leans = opener.test(question.trim()) || (pronoun.test(question) && content <= 5);
  if (leans) return { earlier, weight: 0.6 };
  if (content < shortQuestion) return { earlier, weight: 0.3 };
  return { earlier: [], weight: 0 };
}
