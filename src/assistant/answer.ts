import { type LanguageModel, streamText } from "ai";
import type { AnswerEvent } from "../contract/answer-events.ts";
import type { AssistantRequest } from "../contract/assistant.ts";
import type { EmbeddedInput } from "../models/embedded/input.ts";
import type { FoundPassage, Passage } from "../search/hit.ts";
import { pageUrl } from "../search/page-url.ts";
import type { Search } from "../search/search.ts";
import type { AnswerRecord } from "../store/answers.ts";
import type { Project } from "../store/projects.ts";
import { createCiter } from "./cite.ts";
import type { Turn } from "./open-turn.ts";
import { buildPrompt } from "./prompt.ts";
import { type Retrieved, retrieve } from "./retrieve.ts";

export type AnswerDeps = {
  search: Search;
  model: { id: string; model: LanguageModel };
  publicUrl: string;
};

export type AnswerInput = { project: Project; turn: Turn; request: AssistantRequest };

/** The story: retrieve, prompt, stream, cite. Yields what the reader sees between `start` and `finish`, returns the record. */
export async function* answer(
  deps: AnswerDeps,
  input: AnswerInput,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, AnswerRecord> {
  const { project, turn, request } = input;
  yield { type: "start-step" };
  const found = await retrieve(deps.search, turn, request);
  const passages = found.evidence !== "none" ? found.hits.map((hit) => hit.passage) : [];
  const urlOf = (passage: Passage) => pageUrl(deps.publicUrl, project, passage);
  const citer = createCiter({ textId: "answer", passages, revision: turn.revisionId ?? "", urlOf });
  yield { type: "text-start", id: "answer" };
  for await (const delta of modelText(deps, input, found, signal)) yield* citer.push(delta);
  yield* citer.end();
  yield { type: "text-end", id: "answer" };
  const citations = citer.citations();
  if (citations.length > 0) yield { type: "data-citations", id: "citations", data: citations };
  yield { type: "finish-step" };
  return {
    state: found.evidence === "enough" && citations.length > 0 ? "answered" : "unanswered",
    text: citer.text(),
    model: deps.model.id,
    passages: found.hits.map(recordedPassage),
    citations,
    error: "",
  };
}

async function* modelText(
  deps: AnswerDeps,
  input: AnswerInput,
  found: Retrieved,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const passages = found.hits.map((hit) => hit.passage);
  const { instructions, messages } = buildPrompt(input.turn, passages, input.request.context);
  const result = streamText({
    model: deps.model.model,
    instructions,
    messages,
    providerOptions: { docent: embeddedInput(deps, input.project, found) },
    abortSignal: signal,
    maxRetries: 2,
    // The fault reaches the reader through the stream below; the SDK would print it on the console as well.
    onError: () => undefined,
  });
  for await (const part of result.fullStream) {
    // PostgreSQL cannot store a NUL, whoever says it.
    if (part.type === "text-delta") yield part.text.replaceAll("\0", "");
    if (part.type === "error") throw part.error;
  }
}

function embeddedInput(deps: AnswerDeps, project: Project, found: Retrieved): EmbeddedInput {
  return {
    task: "answer",
    question: found.question,
    earlier: found.earlier,
    evidence: found.evidence,
    passages: found.hits.map(({ passage, score }, index) => ({
      n: index + 1,
      path: passage.path,
      title: passage.title,
      headings: passage.headings,
      content: passage.content,
      score,
    })),
    nearest: nearestPages(found.hits).map((passage) => ({
      title: passage.title,
      url: pageUrl(deps.publicUrl, project, { ...passage, anchor: "" }),
    })),
    weights: found.weights,
    unknown: found.unknown,
  };
}

function nearestPages(hits: FoundPassage[]): Passage[] {
  const byPath = new Map(hits.map((hit) => [hit.passage.path, hit.passage]));
  return [...byPath.values()].slice(0, 3);
}

function recordedPassage({ passage, score }: FoundPassage) {
  const { id, path, startLine, endLine } = passage;
  return { id, path, startLine, endLine, score };
}
