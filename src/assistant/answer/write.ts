import { setImmediate } from "node:timers/promises";
import { AISDKError } from "ai";
import type { AnswerEvent, Outcome } from "../../contract/answer-events.ts";
import type { AssistantRequest } from "../../contract/assistant.ts";
import type { Log } from "../../lib/log.ts";
import type { SpanPlace } from "../../lib/telemetry/span.ts";
import { untilAborted } from "../../lib/until-aborted.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import type { EmbeddedInput } from "../../models/embedded/answer/answer-input.ts";
import type { ModelChoice, Models } from "../../models/providers/create-models.ts";
import type { FairSearch } from "../../search/fair-search.ts";
import type { FoundPassage, Passage } from "../../search/hit.ts";
import { citedUrl, pageUrl } from "../../search/page-url.ts";
import type { Database } from "../../store/database.ts";
import { passagesNear } from "../../store/docs/passages.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { Turn } from "../ask/open-turn.ts";
import type { QuotedLines } from "../citations/cite.ts";
import { stopOf } from "../log/answer-stop.ts";
import type { AllowedUrl } from "../sanitise/output.ts";
import { createSanitiser, type Sanitiser } from "../sanitise/sanitiser.ts";
import { answerTools } from "../tools/docs-tools.ts";
import { type NumberedPassages, numberPassages } from "../tools/numbered-passages.ts";
import type { GroupTurns } from "./group-turns.ts";
import { buildPrompt } from "./prompt.ts";
import { replyInRounds } from "./reply-rounds.ts";
import { type Retrieved, readersPaths } from "./retrieve.ts";
import { createShownCalls } from "./shown-calls.ts";

export type AnswerInput = {
  /** With the branch or commit that is asked, where one is. */
  project: Project & { ref?: string };
  turn: Turn;
  request: AssistantRequest;
  /** Where it is asked from; absent on the machine itself. */
  network?: string;
  /** In the trace of the request that asked. */
  place?: SpanPlace | undefined;
  /** Nobody reads on from it, so what to ask next is not looked for. */
  isAside?: boolean;
};

export type WriteDeps = {
  db: Database;
  log: Log;
  search: FairSearch;
  models: Pick<Models, "answers" | "embedded">;
  /** Which links an answer from this revision may hold. */
  linksOf(project: Project & { ref?: string }, revisionId: string): Promise<AllowedUrl>;
  /** How much of the first text the second one speaks of, from 0 to 1. */
  agreement(question: string, text: string): number;
  publicUrl: string;
  /** Those of one network: the embedded model takes the processor of everybody, so it writes for each of them in turn. */
  turns: GroupTurns;
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

/** What an answer is written with. */
export type Draft = {
  deps: WriteDeps;
  input: AnswerInput;
  found: Retrieved;
  passages: NumberedPassages;
  urlOf(passage: Passage, lines?: QuotedLines): string;
  /** The model that writes; the embedded one takes over when it is out of reach. */
  model: ModelChoice;
  /** All text of the model passes it. */
  sanitiser: Sanitiser;
  /** Opens the sanitiser for what a model writes from here on. */
  sanitiserFor(model: ModelChoice): Sanitiser;
  /** Settled when everything that was used is written down. */
  usageWrites: Promise<void>[];
};

export type Ending = {
  state: "answered" | "unanswered" | "cut" | "refused";
  /** None where the answer did not come to its end. */
  outcome?: Outcome;
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
const tooLong =
  "This answer became longer than an answer may be, so it ends here. Please ask for one part of it.";
/** The embedded model quotes from the first few alone. */
const quotedHits = 6;

/** Where there is too little evidence the embedded model says so: that needs no other model, and costs nothing. */
export async function openDraft(
  deps: WriteDeps,
  input: AnswerInput,
  found: Retrieved,
): Promise<Draft> {
  const { project, turn } = input;
  const isNone = found.evidence === "none";
  const passages = numberPassages(isNone ? [] : found.hits.map((hit) => hit.passage));
  const urlOf = (passage: Passage, lines?: QuotedLines) =>
    lines && passage.blobHash !== undefined
      ? citedUrl(deps.publicUrl, project, { ...passage, ...lines, blobHash: passage.blobHash })
      : pageUrl(deps.publicUrl, project, passage);
  const allowedUrl =
    turn.revisionId === null ? () => undefined : await deps.linksOf(project, turn.revisionId);
  const sanitiserFor = ({ quotes }: ModelChoice) =>
    createSanitiser({
      textId: "answer",
      passages: passages.list,
      revision: turn.revisionId ?? "",
      urlOf,
      allowedUrl,
      agreement: deps.agreement,
      isQuoted: quotes === true,
    });
  const model = isNone ? deps.models.embedded : deps.models.answers(project);
  const sanitiser = sanitiserFor(model);
  return { deps, input, found, passages, urlOf, model, sanitiser, sanitiserFor, usageWrites: [] };
}

/** Lets the model write. Before its first word the embedded model can take its place; after it, what was said stays. */
export async function* write(
  draft: Draft,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Ending> {
  const { quotes } = draft.model;
  try {
    yield* draft.model.provider === "embedded"
      ? quoteDocs(draft, signal)
      : streamReply(draft, signal);
  } catch (error) {
    const stop = stopOf(signal);
    if (stop) return { state: "cut", error: stop.reason };
    const fault = quotes ? undefined : faultOf(error);
    if (fault === undefined) throw error;
    return yield* afterFault(draft, fault, signal);
  }
  if (quotes) return endingOf(quotedOutcome(draft));
  if (draft.sanitiser.text().trim() === "") return yield* standIn(draft, signal);
  // What the model wrote counts as an answer when at least one passage supports it.
  if (draft.sanitiser.supportedCount() > 0) return endingOf("answered");
  yield say(`\n\n${unconfirmed}`);
  return endingOf("reserve");
}

function endingOf(outcome: Outcome): Ending {
  return { state: outcome === "answered" ? "answered" : "unanswered", outcome, error: "" };
}

function quotedOutcome({ found: { evidence }, sanitiser }: Draft): Outcome {
  if (evidence === "none" || sanitiser.citations().length === 0) return "declined";
  return evidence === "enough" ? "answered" : "reserve";
}

/** Our own words need no sanitising and cite nothing. */
function say(delta: string): AnswerEvent {
  return { type: "text-delta", id: "answer", delta };
}

async function* afterFault(
  draft: Draft,
  fault: ModelFault,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Ending> {
  const { deps, input, model, sanitiser } = draft;
  const about = { answerId: input.turn.answerId, model: model.id };
  deps.log.warn({ ...about, fault: fault.kind, reason: fault.message }, "the model failed");
  if (fault.usage) noteUsage(draft, fault.usage);
  const hasText = sanitiser.text().trim() !== "";
  if (fault.kind === "refused") {
    yield* sanitiser.end();
    yield say(hasText ? `\n\n${refused}` : refused);
    return { state: "refused", outcome: "declined", error: "" };
  }
  if (!hasText) return yield* standIn(draft, signal);
  yield* sanitiser.end();
  return { state: "cut", error: fault.kind === "too_long" ? tooLong : brokenOff };
}

/** Begins anew with the embedded model, as if the other one had never been asked. */
async function* standIn(draft: Draft, signal: AbortSignal): AsyncGenerator<AnswerEvent, Ending> {
  draft.model = draft.deps.models.embedded;
  draft.sanitiser = draft.sanitiserFor(draft.model);
  yield say(outOfReach);
  return yield* write(draft, signal);
}

/** The embedded model's text is there as a whole: it is handed on with pauses in which others are served. */
async function* quoteDocs(draft: Draft, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const { deps, input, sanitiser } = draft;
  const endTurn = await deps.turns.take(input.network ?? "", signal);
  try {
    const composed = await untilAborted(deps.search.compose(await embeddedInput(draft)), signal);
    for (const paragraph of composed
      .trimStart()
      .replaceAll("\0", "")
      .split(/(?<=\n\n)/)) {
      yield* sanitiser.push(paragraph);
      await setImmediate();
      signal.throwIfAborted();
    }
    yield* sanitiser.end();
  } finally {
    endTurn();
  }
}

/** The model's text with the tools it uses on the way, a few rounds at most. Throws what the model throws. */
async function* streamReply(draft: Draft, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const { input, model, passages, sanitiser } = draft;
  const tools = draft.found.hits.length === 0 ? undefined : answerTools(contextOf(draft));
  const shownCalls = createShownCalls(tools ?? { declared: [] });
  const prompt = buildPrompt(input.turn, passages.list, input.request.context);
  let gap = "";
  let isSaid = false;
  for await (const part of replyInRounds({ model: model.model, prompt, tools, signal })) {
    if (part.type === "round-end") {
      noteUsage(draft, part.usage);
      gap = isSaid ? "\n\n" : "";
    } else if (part.type === "text") {
      // PostgreSQL cannot store a NUL, whoever says it.
      const text = (isSaid ? part.text : part.text.trimStart()).replaceAll("\0", "");
      if (text === "") continue;
      yield* sanitiser.push(gap + text);
      isSaid = true;
      gap = "";
    } else yield* shownCalls(part);
  }
  yield* sanitiser.end();
}

function contextOf({ deps: { db, search }, input: { turn, request }, passages }: Draft) {
  const place = { revisionId: turn.revisionId ?? "", liftPaths: readersPaths(request) };
  return { db, search, filter: request.filter, ...place, passages };
}

/** What the embedded model quotes from: the docs' own words. */
async function embeddedInput({ deps, found, passages, urlOf }: Draft): Promise<EmbeddedInput> {
  const { question, earlier, evidence, weights, unknown, hits } = found;
  const pages = new Map(hits.map(({ passage }) => [passage.path, passage]));
  const scores = new Map(hits.map(({ passage, score }) => [passage.id, score]));
  if (evidence !== "none") await addNear(deps.db, hits, passages);
  return {
    question,
    earlier,
    evidence,
    passages: passages.list.map((passage, index) => {
      const { id, path, title, headings, anchor, startLine, content } = passage;
      const score = scores.get(id) ?? 0;
      return { n: index + 1, path, title, headings, anchor, startLine, content, score };
    }),
    nearest: [...pages.values()]
      .slice(0, 3)
      .map((passage) => ({ title: passage.title, url: urlOf({ ...passage, anchor: "" }) })),
    weights,
    unknown,
  };
}

/** A section that was cut into passages is quoted as one, and a short one goes on with what follows: these get numbers too. */
async function addNear(
  db: Database,
  hits: FoundPassage[],
  passages: NumberedPassages,
): Promise<void> {
  const first = new Map(hits.slice(0, quotedHits).map(({ passage }) => [passage.id, passage]));
  for (const { hitId, ...near } of await passagesNear(db, [...first.keys()])) {
    const hit = first.get(hitId);
    if (hit) passages.add({ ...hit, ...near });
  }
}

function noteUsage({ deps, input, model, usageWrites }: Draft, usage: TokenUsage): void {
  const { answerId, keyId } = input.turn;
  const row = { projectId: input.project.id, keyId, answerId, model: model.id, usage };
  const failed = (err: unknown) =>
    deps.log.error({ err }, "what a model used could not be written down");
  usageWrites.push(deps.recordUsage(row).catch(failed));
}

/** What the SDK cannot read is the model's fault as well. */
function faultOf(error: unknown): ModelFault | undefined {
  if (error instanceof ModelFault) return error;
  if (!AISDKError.isInstance(error)) return undefined;
  const message = `The model's reply cannot be used (${error.name}).`;
  return new ModelFault("bad_reply", message, { beforeFirstToken: false });
}
