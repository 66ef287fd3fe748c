import { type AskedQuestion, askedQuestion } from "../contract/analytics.ts";
import type { QuestionRow } from "../store/answers/analytics.ts";
import type { TokenSums } from "../store/answers/usage.ts";
import { readTimings } from "./read-timings.ts";

/** A stored answer as the API and the exports show it. */
export function toAskedQuestion(row: QuestionRow): AskedQuestion {
  const { feedback } = row;
  return {
    answerId: row.id,
    threadId: row.threadId,
    messageId: row.messageId,
    fp: row.fp,
    askedAt: row.createdAt,
    finishedAt: row.finishedAt,
    question: row.question,
    answer: row.text,
    resolution: row.state,
    error: row.error,
    sources: readSources(row.citations),
    feedback: feedback && {
      rating: feedback.rating,
      comment: feedback.comment,
      givenAt: feedback.at,
    },
    model: row.model,
    revision: row.revisionId,
    timings: readTimings(row.timings),
    usage: toUsage(row.usage),
  };
}

const noSums: TokenSums = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costMicros: 0,
};

export function toUsage(sums: TokenSums = noSums): AskedQuestion["usage"] {
  const { costMicros, ...tokens } = sums;
  return { ...tokens, costUsd: costMicros / 1_000_000 };
}

export function readSources(citations: unknown): AskedQuestion["sources"] {
  const read = askedQuestion.shape.sources.safeParse(citations);
  return read.success ? read.data : [];
}
