import { streamText } from "ai";
import type { EmbeddedInput } from "../../models/embedded/answer/answer-input.ts";
import type { FoundPassage, Passage } from "../../search/hit.ts";
import type { Desk } from "./desk.ts";
import { buildPrompt } from "./prompt.ts";

/** The embedded model's text: the docs' own words, or a sentence that they do not say it. */
export async function* quoteDocs(desk: Desk, signal: AbortSignal): AsyncGenerator<string> {
  const { turn, request } = desk.input;
  const { instructions, messages } = buildPrompt(turn, desk.passages.list, request.context);
  const result = streamText({
    model: desk.model().model,
    instructions,
    messages,
    providerOptions: { docent: embeddedInput(desk) },
    abortSignal: signal,
    maxRetries: 0,
    onError: () => undefined,
  });
  for await (const part of result.fullStream) {
    // PostgreSQL cannot store a NUL, whoever says it.
    if (part.type === "text-delta") yield part.text.replaceAll("\0", "");
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw signal.reason;
  }
}

function embeddedInput({ found, urlOf }: Desk): EmbeddedInput {
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
      url: urlOf({ ...passage, anchor: "" }),
    })),
    weights: found.weights,
    unknown: found.unknown,
  };
}

function nearestPages(hits: FoundPassage[]): Passage[] {
  const byPath = new Map(hits.map((hit) => [hit.passage.path, hit.passage]));
  return [...byPath.values()].slice(0, 3);
}
