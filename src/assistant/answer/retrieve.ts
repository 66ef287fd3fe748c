import type { AssistantRequest } from "../../contract/assistant.ts";
import type { FoundPassage } from "../../search/hit.ts";
import type { Search } from "../../search/search.ts";
import { standing } from "../ask/follow-up.ts";
import type { Turn } from "../ask/open-turn.ts";
import { type Evidence, weighEvidence } from "./evidence.ts";

export type Retrieved = {
  /** The question with what it leans on, so that it can be understood alone. */
  question: string;
  earlier: string[];
  hits: FoundPassage[];
  evidence: Evidence;
  weights: Record<string, number>;
  unknown: string[];
};

type Settings = Pick<AssistantRequest, "retrievalPageSize" | "filter" | "context" | "currentPath">;

const contextWeight = 0.35;

export async function retrieve(search: Search, turn: Turn, settings: Settings): Promise<Retrieved> {
  const asked = turn.history
    .filter((message) => message.role === "user")
    .map((message) => message.text);
  const { earlier, weight } = standing(turn.question, asked);
  if (turn.revisionId === null) {
    return {
      question: turn.question,
      earlier,
      hits: [],
      evidence: "none",
      weights: {},
      unknown: [],
    };
  }
  const found = await search.search(turn.revisionId, {
    text: turn.question,
    hints: [
      ...(weight > 0 ? earlier.map((text) => ({ text, weight })) : []),
      ...settings.context.map((item) => ({ text: item.value, weight: contextWeight })),
    ],
    liftPaths: liftedPaths(settings),
    filter: settings.filter,
    limit: settings.retrievalPageSize,
  });
  const leans = weight > 0 || settings.context.length > 0;
  return {
    question: weight > 0 ? [...earlier, turn.question].join("\n") : turn.question,
    earlier: weight > 0 ? earlier : [],
    hits: found.hits,
    evidence: weighEvidence(found, leans),
    weights: found.weights,
    unknown: found.unknown,
  };
}

function liftedPaths(settings: Settings): string[] {
  const paths = settings.context.map((item) => item.path ?? "");
  return [...paths, settings.currentPath ?? ""].filter((path) => path !== "");
}
