import { z } from "zod";
import { listQuery } from "../list-query.ts";

/** `watched`: a change for it was merged, and what readers ask since then decides. */
export const groupStates = ["open", "in-work", "watched", "answered", "closed"] as const;
export const groupState = z.enum(groupStates);
export type GroupState = z.infer<typeof groupState>;

export const groupQuery = listQuery.extend({
  state: groupState.optional(),
  sort: z.enum(["count", "trend", "newest"]).default("count"),
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
