import type { AnswerEvent, Citation } from "../../contract/answer-events.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AnswerRecord } from "../../store/answers/answers.ts";
import type { AnswerPassage } from "../../store/tables.ts";
import { languageNote } from "./language-note.ts";
import { readersPaths, retrieve } from "./retrieve.ts";
import { smallTalk } from "./small-talk.ts";
import { suggestQuestions } from "./suggest-questions.ts";
import {
  type AnswerInput,
  type Draft,
  type Ending,
  openDraft,
  type WriteDeps,
  write,
} from "./write.ts";

export type AnswerDeps = WriteDeps & { clock: Clock };

/** The story: retrieve, write, cite, suggest. Yields what the reader sees between `start` and the last event, returns the record. */
export async function* answer(
  deps: AnswerDeps,
  input: AnswerInput,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, AnswerRecord> {
  const startMs = deps.clock.now().getTime();
  const passedMs = () => deps.clock.now().getTime() - startMs;
  yield { type: "start-step" };
  yield status("searching");
  const found = await retrieve(deps.search, input.turn, input.request);
  const retrievedMs = passedMs();
  const draft = await openDraft(deps, input, found);
  yield status("writing");
  yield { type: "text-start", id: "answer" };
  const said = { text: "", firstTokenMs: 0 };
  const { state, outcome, error } = yield* noted(writeAll(draft, signal), said, passedMs);
  yield { type: "text-end", id: "answer" };
  if (outcome) yield { type: "data-outcome", id: "outcome", data: { outcome } };
  const citations = draft.sanitiser.citations();
  if (citations.length > 0) yield { type: "data-citations", id: "citations", data: citations };
  const hasNext = state === "answered" && !input.isAside;
  const suggestions = hasNext ? await suggestNext(draft, citations) : [];
  if (suggestions.length > 0)
    yield { type: "data-suggestions", id: "suggestions", data: suggestions };
  yield { type: "finish-step" };
  await Promise.all(draft.usageWrites);
  const { text, firstTokenMs } = said;
  const timings = { retrievedMs, firstTokenMs, totalMs: passedMs() };
  const passages = recordedPassages(draft);
  const given = { state, outcome, text, model: draft.model.id, error };
  return { ...given, passages, citations, suggestions, timings };
}

function writeAll(draft: Draft, signal: AbortSignal): AsyncGenerator<AnswerEvent, Ending> {
  const friendly = smallTalk(draft.input.turn.question);
  if (friendly !== undefined) return chat(draft, friendly);
  const note = languageNote(draft.found);
  return note === "" ? write(draft, signal) : writeBehind(note, draft, signal);
}

async function* chat(draft: Draft, words: string): AsyncGenerator<AnswerEvent, Ending> {
  draft.model = draft.deps.models.embedded;
  yield { type: "text-delta", id: "answer", delta: words };
  return { state: "answered", outcome: "answered", error: "" };
}

async function* writeBehind(
  note: string,
  draft: Draft,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Ending> {
  yield { type: "text-delta", id: "answer", delta: note };
  return yield* write(draft, signal);
}

function status(state: "searching" | "writing"): AnswerEvent {
  return { type: "data-status", id: "status", data: { state }, transient: true };
}

/** Hands the events on, and notes what is said and when it began. */
async function* noted<Ending>(
  events: AsyncGenerator<AnswerEvent, Ending>,
  said: { text: string; firstTokenMs: number },
  passedMs: () => number,
): AsyncGenerator<AnswerEvent, Ending> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) return value;
    if (value.type === "text-delta") {
      if (said.text === "") said.firstTokenMs = passedMs();
      said.text += value.delta;
    }
    yield value;
  }
}

/** They are an extra: an answer does not fail for want of them. */
async function suggestNext({ deps, input, found }: Draft, cited: Citation[]): Promise<string[]> {
  const { question, revisionId, history } = input.turn;
  if (revisionId === null) return [];
  const earlier = history.filter(({ role }) => role === "user").map(({ text }) => text);
  const { filter } = input.request;
  const liftPaths = readersPaths(input.request);
  const about = { revisionId, asked: [...earlier, question], hits: found.hits, cited };
  return suggestQuestions(deps.search, { ...about, filter, liftPaths }).catch((err) => {
    deps.log.warn({ err }, "no questions could be suggested");
    return [];
  });
}

/** What search found for the question, and behind it what the model's tools have shown it. */
function recordedPassages({ found, passages }: Draft): AnswerPassage[] {
  const scores = new Map(found.hits.map(({ passage, score }) => [passage.id, score]));
  const shown = passages.list.filter(({ id }) => !scores.has(id));
  return [...found.hits.map(({ passage }) => passage), ...shown].map(
    ({ id, path, startLine, endLine }) => {
      return { id, path, startLine, endLine, score: scores.get(id) ?? 0 };
    },
  );
}
