import { z } from "zod";
import {
  type AnswerTimings,
  type AskedQuestion,
  askedQuestion,
} from "../contract/insights/analytics.ts";
import type { QuestionRow } from "../store/answers/analytics.ts";
import type { TokenSums } from "../store/answers/usage.ts";

/** A stored answer as the API and the exports show it. */
export function toAskedQuestion(row: QuestionRow): AskedQuestion {
  const { feedback } = row;
  return {
    answerId: row.id,
    threadId: row.threadId,
    messageId: row.messageId,
    fp: row.fp,
    audience: row.keyId === "" ? "members" : "readers",
    askedAt: row.createdAt,
    finishedAt: row.finishedAt,
    question: row.question,
    answer: row.text,
    resolution: row.state,
    outcome: row.answerOutcome === "" ? null : row.answerOutcome,
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

const milliseconds = z.number().nonnegative().nullish().catch(null);
const stored = z.object({
  retrievedMs: milliseconds,
  firstTokenMs: milliseconds,
  totalMs: milliseconds,
});

/** Answers of older releases have none, and one that was cut has only some. */
export function readTimings(json: string): AnswerTimings {
  const read = stored.safeParse(json === "" ? {} : parsed(json));
  const { retrievedMs, firstTokenMs, totalMs } = read.success ? read.data : {};
  return {
    retrievedMs: retrievedMs ?? null,
    firstTokenMs: firstTokenMs ?? null,
    totalMs: totalMs ?? null,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}
