import type { AnswerEvent } from "../../contract/answer-events.ts";
import type { AssistantRequest } from "../../contract/assistant.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import type { Models } from "../../models/providers/create-models.ts";
import type { Search } from "../../search/search.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { Turn } from "../ask/open-turn.ts";
import { createWitness } from "../citations/witness.ts";
import { recordOf } from "../log/answer-record.ts";
import type { AllowedUrl } from "../sanitise/output.ts";
import { openDesk } from "./desk.ts";
import { retrieve } from "./retrieve.ts";
import { suggest } from "./suggest.ts";
import { write } from "./write.ts";

export type AnswerDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  search: Search;
  models: Pick<Models, "answers" | "embedded">;
  /** Which links an answer from this revision may hold. */
  linksOf(project: Project, revisionId: string): Promise<AllowedUrl>;
  /** How much of the first text the second one speaks of, from 0 to 1. */
  agreement(question: string, text: string): number;
  publicUrl: string;
  /** Called once for each call of a model. */
  recordUsage(used: UsedTokens): Promise<void>;
};

export type UsedTokens = {
  projectId: string;
  keyId: string;
  answerId: string;
  model: string;
  usage: TokenUsage;
};

export type AnswerInput = { project: Project; turn: Turn; request: AssistantRequest };

/** The story: retrieve, write, cite, suggest. Yields what the reader sees between `start` and the last event, returns the record. */
export async function* answer(
  deps: AnswerDeps,
  input: AnswerInput,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, AnswerRecord> {
  const witness = createWitness(deps.clock);
  yield { type: "start-step" };
  yield status("searching");
  const found = await retrieve(deps.search, input.turn, input.request);
  witness.retrieved();
  const desk = await openDesk(deps, input, found);
  yield status("writing");
  yield { type: "text-start", id: "answer" };
  const outcome = yield* witness.watch(write(desk, signal));
  yield { type: "text-end", id: "answer" };
  const citations = desk.sanitiser().citations();
  if (citations.length > 0) yield { type: "data-citations", id: "citations", data: citations };
  const suggestions =
    outcome.state === "answered" ? await suggestNext(deps, input, found.hits, citations) : [];
  if (suggestions.length > 0)
    yield { type: "data-suggestions", id: "suggestions", data: suggestions };
  yield { type: "finish-step" };
  await desk.settled();
  const text = witness.text();
  return recordOf({ desk, outcome, text, suggestions, timings: witness.timings() });
}

function status(state: "searching" | "writing"): AnswerEvent {
  return { type: "data-status", id: "status", data: { state }, transient: true };
}

/** They are an extra: an answer does not fail for want of them. */
async function suggestNext(
  { search, log }: AnswerDeps,
  { turn, request }: AnswerInput,
  hits: Parameters<typeof suggest>[1]["hits"],
  cited: Parameters<typeof suggest>[1]["cited"],
): Promise<string[]> {
  if (turn.revisionId === null) return [];
  const { question, revisionId, history } = turn;
  const earlier = history.filter(({ role }) => role === "user").map(({ text }) => text);
  const asked = [...earlier, question];
  const input = { revisionId, asked, hits, cited, filter: request.filter };
  return suggest(search, input).catch((err) => {
    log.warn({ err }, "no questions could be suggested");
    return [];
  });
}
