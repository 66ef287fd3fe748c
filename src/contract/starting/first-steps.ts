import { z } from "zod";

/** What a new project is led through, each step with what the server knows of it. */
export const firstSteps = z.object({
  isClosed: z.boolean().describe("Whether somebody has put them away, for everybody."),
  docs: z.object({
    isDone: z.boolean(),
    pages: z.int(),
    isDemo: z.boolean().describe("Docent's own docs, which a server without docs begins with."),
    error: z.string().describe("Why a source could not be read; empty where all could."),
  }),
  ask: z.object({ isDone: z.boolean().describe("Somebody has asked, and got an answer.") }),
  model: z.object({
    isDone: z.boolean().describe("A language model answers, in place of the embedded one."),
    name: z.string().describe("The model that answers, in words."),
    missing: z.string().describe("What it cannot be used without; empty for nothing."),
  }),
  forge: z.object({
    isDone: z.boolean().describe("A login opens the repository, and it could be read."),
    place: z.enum(["demo", "folder", "repository"]).describe("Where the docs come from."),
    error: z.string().describe("Why the repository could not be read; empty where it could."),
  }),
  job: z.object({
    isDone: z.boolean().describe("A job has done its work."),
    newest: z
      .object({ sessionId: z.string(), state: z.enum(["queued", "running", "halted"]) })
      .nullable(),
  }),
  chat: z.object({
    isDone: z.boolean().describe("A page of a site has used an assistant key."),
    site: z.string().describe("The first such site; empty before."),
  }),
});
export type FirstSteps = z.infer<typeof firstSteps>;
export const firstStepsRequest = z.object({ isClosed: z.boolean() });
