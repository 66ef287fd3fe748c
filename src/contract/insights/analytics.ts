import { z } from "zod";
import { outcome } from "../answer-events.ts";
import { listLimit, listQuery } from "../list-query.ts";
import { ratings } from "./feedback.ts";

export const resolutions = [
  "answered",
  "unanswered",
  "cut",
  "refused",
  "failed",
  "streaming",
] as const;
export const resolution = z.enum(resolutions);
export type Resolution = z.infer<typeof resolution>;

/** Readers ask with a key; members try the assistant in the dashboard, and the operator on the command line. */
export const audiences = ["readers", "members"] as const;
export type Audience = (typeof audiences)[number];
const askedBy = z.enum([...audiences, "all"]).optional();

/** Whose questions are meant: those of readers unless others are asked for; undefined for everybody's. */
export function wantedAudience(asked: z.infer<typeof askedBy>): Audience | undefined {
  return asked === "all" ? undefined : (asked ?? "readers");
}

export const mostQuestions = 1_000;
export const mostStatDays = 366;

const day = z.iso.date("Write a date as 2030-01-31.");

/** Where days begin and end. */
const zone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Name a time zone as Europe/Berlin or UTC.")
  .optional();

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Which days, of whose questions. */
export const rangeQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  zone,
  audience: askedBy,
  format: z.enum(["json", "csv"]).default("json"),
});

const chosenText = z
  .string()
  .max(1_000)
  .refine((text) => !text.includes("\0"), "Must not contain a NUL character.")
  .transform((text) => text.toWellFormed())
  .optional();

export const questionQuery = listQuery.extend({
  ...rangeQuery.shape,
  resolution: resolution.optional(),
  outcome: outcome.optional(),
  rating: z.enum([...ratings, "none"]).optional(),
  page: chosenText,
  model: chosenText,
  key: chosenText,
  limit: listLimit(mostQuestions),
});
export type QuestionQuery = z.infer<typeof questionQuery>;

export const statsQuery = rangeQuery;
export type StatsQuery = Omit<z.infer<typeof statsQuery>, "format">;

export const answerTimings = z.object({
  retrievedMs: z.number().nullable(),
  firstTokenMs: z.number().nullable(),
  totalMs: z.number().nullable(),
});
export type AnswerTimings = z.infer<typeof answerTimings>;

export const answerUsage = z.object({
  inputTokens: z.int().describe("Without those read from or written to a cache."),
  outputTokens: z.int(),
  cacheReadTokens: z.int(),
  cacheWriteTokens: z.int(),
  costUsd: z.number(),
});
export type AnswerUsage = z.infer<typeof answerUsage>;

/** A citation as it was recorded, with all that was found out about it. */
const source = z.looseObject({
  n: z.int(),
  path: z.string(),
  title: z.string(),
  heading: z.string(),
  url: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  quote: z.string(),
});

export const askedQuestion = z.object({
  answerId: z.string(),
  threadId: z.string(),
  messageId: z.string(),
  fp: z.string().describe("Who asked, as the site said."),
  audience: z.enum(audiences).describe("Whether a reader asked, or a member who tried it."),
  askedAt: z.string(),
  finishedAt: z.string().nullable(),
  question: z.string(),
  answer: z.string(),
  resolution,
  outcome: outcome
    .nullable()
    .describe("Whether the docs answered; null while it is written, and where it did not end."),
  error: z.string().describe("What the reader was told when there was no whole answer."),
  sources: z.array(source),
  feedback: z
    .object({ rating: z.enum(ratings), comment: z.string(), givenAt: z.string() })
    .nullable(),
  model: z.string(),
  revision: z.string().nullable(),
  timings: answerTimings,
  usage: answerUsage,
});
export type AskedQuestion = z.infer<typeof askedQuestion>;

export const questionList = z.object({
  questions: z.array(askedQuestion),
  nextCursor: z.string().nullable().describe("Send it as `cursor` for the questions before these."),
});
export type QuestionList = z.infer<typeof questionList>;

/** A passage that an answer was written from. */
const usedPassage = z.object({
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  score: z.number(),
});

export const threadAnswer = askedQuestion.extend({
  passages: z.array(usedPassage).describe("What it was written from, the best first."),
});
export type ThreadAnswer = z.infer<typeof threadAnswer>;

export const threadDetail = z.object({
  threadId: z.string(),
  fp: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  messages: z.array(
    z.object({
      messageId: z.string(),
      role: z.enum(["user", "assistant"]),
      text: z.string(),
      createdAt: z.string(),
      replacedAt: z.string().nullable().describe("When an edit or a new answer took its place."),
      answer: threadAnswer.nullable(),
    }),
  ),
  isWhole: z.boolean().describe("False: only the newest messages of a very long thread are here."),
});
export type ThreadDetail = z.infer<typeof threadDetail>;

const latency = z
  .object({ p50: z.number(), p95: z.number() })
  .nullable()
  .describe("Milliseconds; null where nothing was measured.");

export const dayStats = z.object({
  day: z.string(),
  questions: z.int(),
  answered: z.int(),
  unanswered: z.int(),
  reserve: z.int().describe("Of the answers, those with reserve; each is also counted above."),
  declined: z.int().describe("Of the answers, those that were declined; each is also counted."),
  cut: z.int(),
  refused: z.int(),
  failed: z.int(),
  streaming: z.int(),
  up: z.int(),
  down: z.int(),
  firstTokenMs: latency,
  totalMs: latency,
  usage: answerUsage,
});
export type DayStats = z.infer<typeof dayStats>;

const figures = dayStats.omit({ day: true });
export type Figures = z.infer<typeof figures>;

const share = z.object({ name: z.string(), questions: z.int() });
export type Share = z.infer<typeof share>;

export const statsResult = z.object({
  from: z.string(),
  to: z.string(),
  zone: z.string().describe("Where days begin and end."),
  days: z.array(dayStats),
  total: figures.describe("The whole range in one."),
  before: figures
    .extend({ from: z.string(), to: z.string() })
    .describe("As many days before it, to compare with."),
  models: z.array(share).describe("Questions by the model that answered, most first."),
  keys: z
    .array(share)
    .describe('Questions by the id of the key they came with, most first; "" for no key.'),
});
export type StatsResult = z.infer<typeof statsResult>;
