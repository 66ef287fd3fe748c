import { z } from "zod";

const passage = z.object({
  n: z.number().int().positive(),
  path: z.string(),
  title: z.string(),
  headings: z.array(z.string()),
  anchor: z.string(),
  startLine: z.number().int(),
  /** The page's own Markdown or MDX lines. */
  content: z.string(),
  /** As search gave it; 0 for a passage that only goes on with the section of one that was found. */
  score: z.number(),
});

/** What the embedded model answers from. It never reads the prompt, so page text cannot pass for structure. */
export const embeddedInput = z.object({
  task: z.literal("answer"),
  /** The question, understandable on its own. */
  question: z.string(),
  /** Earlier questions of the thread, newest last. */
  earlier: z.array(z.string()),
  /** Decided by the caller before the first word goes out. */
  evidence: z.enum(["enough", "partly", "none"]),
  passages: z.array(passage),
  /** Pages to name when there is no evidence. */
  nearest: z.array(z.object({ title: z.string(), url: z.string() })),
  /** How much each stemmed term of the question says about what is asked. */
  weights: z.record(z.string(), z.number()),
  /** Stemmed terms of the question that stand nowhere in the docs. */
  unknown: z.array(z.string()),
});

export type EmbeddedInput = z.infer<typeof embeddedInput>;
export type EmbeddedPassage = EmbeddedInput["passages"][number];
