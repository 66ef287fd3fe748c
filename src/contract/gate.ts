import { z } from "zod";
import { citation, outcomes } from "./answer-events.ts";

/** A question that a change to the docs is measured by, and what its answer has to keep to. */
export const gateQuestion = z.object({
  question: z.string(),
  pages: z.array(z.string()).describe("Paths or addresses: one of them has to be cited."),
  words: z.array(z.string()).describe("Each has to stand in the answer."),
  unanswered: z.boolean().describe("Whether the docs must not answer it."),
  asked: z.int().describe("How often readers asked it; 0 for one that was written down."),
  line: z.int().describe("Where it stands in the file it was read from; 0 for none."),
});
export type GateQuestion = z.infer<typeof gateQuestion>;

/** The answer on one side of a change. */
export const sideAnswer = z.object({
  outcome: z
    .enum([...outcomes, "failed", "not-asked"])
    .describe(
      "`failed`: the model could not be asked; `not-asked`: both sides have the same passages, and no model was paid to say so.",
    ),
  text: z.string(),
  citations: z.array(citation),
});
export type SideAnswer = z.infer<typeof sideAnswer>;

/**
 * What a change did to an answer. `gained` and `lost`: it is answered now, or no longer. `other-page`: it rests on another
 * page, or on one that has moved. `lines-changed`: the lines it rests on say something else. `deleted-page`, `hidden-page`:
 * a page it rested on is gone, or out of the navigation. `not-expected`: it is not what the question's set asks for.
 */
export const gateEffects = [
  "gained",
  "lost",
  "other-page",
  "lines-changed",
  "deleted-page",
  "hidden-page",
  "not-expected",
] as const;
export const gateEffect = z.enum(gateEffects);
export type GateEffect = z.infer<typeof gateEffect>;

export const gateResult = z.object({
  ...gateQuestion.shape,
  before: sideAnswer,
  after: sideAnswer,
  effects: z.array(gateEffect),
  reasons: z.array(z.string()).describe("Each effect as a sentence."),
  isSame: z
    .boolean()
    .describe("Both sides have the same passages for it, so it was asked once at most."),
});
export type GateResult = z.infer<typeof gateResult>;

export const gateReport = z.object({
  base: z.string().describe("Commit of the side before."),
  head: z.string().describe("Commit of the side after."),
  model: z.string(),
  results: z.array(gateResult),
  counts: z.partialRecord(gateEffect, z.int()),
  questions: z.int(),
  same: z.int().describe("Questions that were not asked again."),
  left: z.int().describe("Questions that the budget left out."),
  leftExpected: z
    .int()
    .describe("Of these, written questions that were left out because a budget was used up."),
  leftReason: z.string().describe('Which budget that was, as a sentence; "" for none.'),
  failed: z.int().describe("Questions that could not be asked on both sides."),
  tokens: z.int(),
  costUsd: z.number(),
});
export type GateReport = z.infer<typeof gateReport>;

const longestRef = 300;
const mostAsked = 5_000;

/** What a server is to ask, of which two states of the docs. */
export const gateRequest = z.object({
  base: z
    .string()
    .max(longestRef)
    .default("")
    .describe(
      'Branch or commit of the side before; "" for the docs that readers are answered from.',
    ),
  head: z.string().min(1).max(longestRef).describe("Branch or commit of the side after."),
  questions: z
    .array(
      z.object({
        question: z.string().min(1).max(2_000),
        pages: z.array(z.string().max(2_000)).max(50).default([]),
        words: z.array(z.string().max(2_000)).max(50).default([]),
        unanswered: z.boolean().default(false),
        line: z.int().min(0).max(10_000_000).default(0),
      }),
    )
    .max(mostAsked)
    .default([])
    .describe("Questions that were written down."),
  readers: z
    .int()
    .min(0)
    .max(1_000)
    .default(100)
    .describe("How many questions of readers are asked too, the most asked first."),
  days: z.int().min(1).max(3_650).default(90).describe("How far back readers' questions go."),
  budget: z
    .object({
      costUsd: z.number().positive().max(1_000).optional(),
      tokens: z.int().positive().max(1_000_000_000).optional(),
      questions: z.int().positive().max(10_000).optional(),
    })
    .default({ costUsd: 2 })
    .describe("What a language model may use."),
});
export type GateRequest = z.infer<typeof gateRequest>;

export const gateEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), done: z.int(), total: z.int() }),
  z.object({ type: z.literal("report"), report: gateReport }),
  z.object({ type: z.literal("error"), errorText: z.string() }),
]);
export type GateEvent = z.infer<typeof gateEvent>;
