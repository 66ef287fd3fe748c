import { z } from "zod";
import { createJobRequest } from "../jobs.ts";

/** A place of the docs that comes near the questions of a group. */
export const nearbyPassage = z.object({
  path: z.string().describe("From the top of the repository."),
  title: z.string(),
  heading: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  content: z.string(),
});

/** What a job for a group of questions is prepared from: a person reads it, changes what is wrong and starts it. */
export const groupJobDraft = z.object({
  instruction: z.string().describe("Proposed; what is sent back is used."),
  questions: z
    .array(z.string())
    .describe("The group's most typical questions: the change will be measured by them."),
  nearby: z.array(nearbyPassage),
  place: z
    .object({ path: z.string(), heading: z.string() })
    .nullable()
    .describe("Where the answer most likely belongs; null where nothing comes near."),
  canWrite: z
    .boolean()
    .describe("Whether a language model writes. If not, the instruction has to hold the text."),
});
export type GroupJobDraft = z.infer<typeof groupJobDraft>;

export const groupJobRequest = createJobRequest
  .pick({ branch: true, asDraft: true, model: true, questions: true })
  .extend({ instruction: z.string().trim().min(1).max(100_000) });
export type GroupJobRequest = z.infer<typeof groupJobRequest>;
