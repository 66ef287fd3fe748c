import { z } from "zod";
import { gateResult } from "../gate.ts";

/** What the change of a job does to questions: those it was made for, and some of those that readers ask. */
export const jobProof = z.object({
  base: z.string().describe("Commit without the change."),
  head: z.string().describe("Commit with the change; no branch need hold it."),
  model: z.string().describe("The model that answered, on both sides."),
  sentence: z.string().describe('The outcome in one line; "" where the job has no questions.'),
  questions: z.array(gateResult).describe("The questions the change was made for, in their order."),
  readers: z
    .object({
      sentence: z.string().describe('"" where none were asked.'),
      asked: z.int(),
      same: z.int().describe("Asked once, because both sides have the same passages for them."),
      changed: z.array(gateResult).describe("Those whose answers the change touches."),
    })
    .describe("Questions of readers and of the docs' own set, those nearest to the change."),
  note: z.string().describe('Why something was not asked; "" where all was.'),
});
export type JobProof = z.infer<typeof jobProof>;
