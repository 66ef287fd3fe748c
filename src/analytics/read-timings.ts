import { z } from "zod";
import type { AnswerTimings } from "../contract/analytics.ts";

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
