import { z } from "zod";
import { listQuery } from "../list-query.ts";

/** `watched`: a change for it was merged, and what readers ask since then decides. */
export const groupStates = ["open", "in-work", "watched", "answered", "closed"] as const;
export const groupState = z.enum(groupStates);
export type GroupState = z.infer<typeof groupState>;

export const groupSorts = ["count", "trend", "newest"] as const;
export const groupQuery = listQuery.extend({
  state: groupState.optional(),
  sort: z.enum(groupSorts).default("count"),
  format: z.enum(["json", "csv"]).default("json"),
});
export type GroupQuery = z.infer<typeof groupQuery>;

/** Of the questions of one group. */
export const groupQuestionQuery = listQuery.pick({ limit: true, cursor: true });
export type GroupQuestionQuery = z.infer<typeof groupQuestionQuery>;

const longestNote = 4_000;
const sentence = z
  .string()
  .max(longestNote)
  .refine((text) => !text.includes("\0"), "Must not contain a NUL character.")
  .transform((text) => text.toWellFormed().trim());

export const closeGroupRequest = z.object({ reason: sentence.default("") });
export const noteRequest = z.object({ note: sentence });
export const mergeRequest = z.object({
  into: z.string().min(1).max(100).describe("Id of the group that keeps its own."),
});

export const splitRequest = z.object({
  questions: z
    .array(z.string().regex(/^ans_[0-9a-z]{1,64}$/, "Must be the id of an answer."))
    .min(1)
    .max(200)
    .describe("`answerId` of the questions that leave; others with the same text go along."),
  into: z
    .string()
    .max(100)
    .default("")
    .describe('Id of the group that takes them; "" for a new one.'),
});

/** Questions of readers that the docs did not answer, or not well, and that ask for the same. */
export const questionGroup = z.object({
  id: z.string().describe("Stays the same while questions join."),
  name: z.string().describe("The most telling words of its questions."),
  words: z.array(z.string()),
  language: z.string(),
  state: groupState,
  count: z.int(),
  unanswered: z.int(),
  thumbsDown: z.int(),
  lastWeek: z.int(),
  weekBefore: z.int(),
  firstAskedAt: z.iso.datetime(),
  lastAskedAt: z.iso.datetime(),
  nearestPage: z
    .object({ path: z.string(), title: z.string(), url: z.string() })
    .nullable()
    .describe("The page that comes nearest to it; null where none does."),
  examples: z.array(z.string()).describe("Up to five of its questions, the most typical first."),
  note: z.string(),
});
export type QuestionGroup = z.infer<typeof questionGroup>;

/** What happened to a group, with its date. */
export const groupEventKinds = [
  "opened",
  "closed",
  "reopened",
  "merged",
  "split",
  "joined",
  "noted",
  "job-started",
  "change-proposed",
  "change-merged",
  "change-dropped",
  "answered",
] as const;
export const groupEvent = z.object({
  kind: z.enum(groupEventKinds),
  at: z.iso.datetime(),
  by: z.string().describe('Who did it; "" for Docent itself.'),
  text: z.string(),
  jobId: z.string().describe('"" for none.'),
  change: z.int().describe("Number of the change; 0 for none."),
});
export type GroupEvent = z.infer<typeof groupEvent>;

/** A question of a reader as its group lists it. */
export const groupedQuestion = z.object({
  answerId: z.string(),
  threadId: z.string(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  isUnanswered: z.boolean(),
  isRatedDown: z.boolean(),
  likeness: z.number().describe("How typical it is for the group, from 0 to 1."),
});
export type GroupedQuestion = z.infer<typeof groupedQuestion>;

export const groupPage = z.object({
  groups: z.array(questionGroup),
  nextCursor: z.string(),
  counts: z.record(groupState, z.int()).describe("How many groups there are of each state."),
  waiting: z.int().describe("Questions that are not in a group yet."),
});
export type GroupPage = z.infer<typeof groupPage>;

export const groupDetail = z.object({
  group: questionGroup,
  questions: z.array(groupedQuestion).describe("Newest first."),
  nextCursor: z.string(),
  events: z.array(groupEvent).describe("Oldest first."),
});
export type GroupDetail = z.infer<typeof groupDetail>;
