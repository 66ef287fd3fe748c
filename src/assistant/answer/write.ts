import type { AnswerEvent } from "../../contract/answer-events.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { allTools } from "../tools/all-tools.ts";
import { stopOf } from "./answer-stop.ts";
import type { Desk } from "./desk.ts";
import { buildPrompt } from "./prompt.ts";
import { quoteDocs } from "./quote-docs.ts";
import { streamModel } from "./stream-model.ts";
import { createToolEvents } from "./tool-events.ts";

export type Outcome = {
  state: "answered" | "unanswered" | "cut" | "refused";
  /** A sentence for the reader when the answer did not come to its end; "" otherwise. */
  error: string;
};

const outOfReach =
  "The language model cannot be reached at the moment, so here is what the docs say, in their own words.\n\n";
const refused = "The language model declined to answer this question.";
const unconfirmed =
  "No passage of the docs confirms this answer, so please check it before you rely on it.";
const brokenOff =
  "The language model broke off, so this answer is not complete. Please ask again in a moment.";

/** Lets the model write. Before its first word the embedded model can take its place; after it, what was said stays. */
export async function* write(
  desk: Desk,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Outcome> {
  if (desk.model().id === embeddedModelId) return yield* quote(desk, signal);
  try {
    yield* generate(desk, signal);
    yield* desk.sanitiser().end();
  } catch (error) {
    const stop = stopOf(signal);
    if (stop) return { state: "cut", error: stop.reason };
    if (!(error instanceof ModelFault)) throw error;
    return yield* afterFault(desk, error, signal);
  }
  if (desk.sanitiser().text().trim() === "") return yield* standIn(desk, signal);
  return yield* judged(desk);
}

async function* generate(desk: Desk, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const { deps, input, found, passages } = desk;
  const { db, search } = deps;
  const context = {
    db,
    search,
    revisionId: input.turn.revisionId ?? "",
    filter: input.request.filter,
    passages,
  };
  const { instructions, messages } = buildPrompt(input.turn, passages.list, input.request.context);
  const { model } = desk.model();
  const tools = found.hits.length > 0 ? allTools : [];
  const parts = streamModel({ model, instructions, messages, tools, context, signal });
  const toolEvents = createToolEvents();
  for await (const part of parts) {
    if (part.type === "text") yield* desk.sanitiser().push(part.text);
    else if (part.type === "usage") desk.used(part.usage);
    else yield* toolEvents(part);
  }
}

/** Our own words need no sanitising and cite nothing. */
function say(delta: string): AnswerEvent {
  return { type: "text-delta", id: "answer", delta };
}

async function* afterFault(
  desk: Desk,
  fault: ModelFault,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Outcome> {
  const { log } = desk.deps;
  const { answerId } = desk.input.turn;
  log.warn(
    { answerId, model: desk.model().id, fault: fault.kind, reason: fault.message },
    "the model failed",
  );
  if (fault.usage) desk.used(fault.usage);
  const hasText = desk.sanitiser().text().trim() !== "";
  if (fault.kind === "refused") {
    yield* desk.sanitiser().end();
    yield say(hasText ? `\n\n${refused}` : refused);
    return { state: "refused", error: "" };
  }
  if (!hasText) return yield* standIn(desk, signal);
  yield* desk.sanitiser().end();
  return { state: "cut", error: brokenOff };
}

async function* standIn(desk: Desk, signal: AbortSignal): AsyncGenerator<AnswerEvent, Outcome> {
  desk.takeEmbedded();
  yield say(outOfReach);
  return yield* quote(desk, signal);
}

async function* quote(desk: Desk, signal: AbortSignal): AsyncGenerator<AnswerEvent, Outcome> {
  try {
    for await (const text of quoteDocs(desk, signal)) yield* desk.sanitiser().push(text);
    yield* desk.sanitiser().end();
  } catch (error) {
    const stop = stopOf(signal);
    if (stop) return { state: "cut", error: stop.reason };
    throw error;
  }
  const isAnswered = desk.found.evidence === "enough" && desk.sanitiser().citations().length > 0;
  return { state: isAnswered ? "answered" : "unanswered", error: "" };
}

/** What the model wrote counts as an answer when at least one passage supports it. */
async function* judged(desk: Desk): AsyncGenerator<AnswerEvent, Outcome> {
  if (desk.sanitiser().supportedCount() > 0) return { state: "answered", error: "" };
  yield say(`\n\n${unconfirmed}`);
  return { state: "unanswered", error: "" };
}
