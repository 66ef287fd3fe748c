import { z } from "zod";
import { citation, outcome } from "./answer-events.ts";

const explainedHit = z.object({
  place: z.int().describe("1 for the best."),
  path: z.string(),
  title: z.string(),
  heading: z.string(),
  url: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  wordScore: z.number().describe("By the words it shares with the question; 0 for none."),
  vectorScore: z.number().describe("Closeness in meaning, -1 to 1."),
  embedderScore: z
    .number()
    .nullable()
    .describe("The same by the configured embedder; null without."),
  fusedScore: z.number().describe("Words and meaning together, 0 to 1."),
  pageScore: z.number().describe("After what speaks for and against its page."),
  agreement: z.number().describe("Share of the question's words it has or comes near, 0 to 1."),
  score: z.number().describe("What decides about its place."),
  isUsed: z.boolean().describe("Whether the answer was written with it."),
});
export type ExplainedHit = z.infer<typeof explainedHit>;

export const verdicts = ["quoted", "supported", "unsupported"] as const;

export const searchExplanation = z.object({
  answerId: z.string(),
  question: z.string(),
  model: z.string(),
  outcome: outcome.nullable(),
  searched: z
    .enum(["recorded", "current", "nothing"])
    .describe("The docs as they were then, as they are now where those are gone, or none."),
  earlier: z.array(z.string()).describe("Earlier questions that this one leans on."),
  terms: z.array(
    z.object({
      word: z.string().describe("As it was asked."),
      stems: z.array(z.string()).describe("As the index has it, in the languages of the docs."),
      weight: z.number().describe("How much it says about what is asked."),
      isKnown: z.boolean().describe("Whether it stands anywhere in the docs."),
    }),
  ),
  evidence: z.enum(["enough", "partly", "none"]),
  passages: z.int().describe("How many could be found at all."),
  hits: z.array(explainedHit),
  citations: z.array(
    citation.extend({
      verdict: z
        .enum(verdicts)
        .describe("quoted: word for word; supported or not: what the check of its lines found."),
    }),
  ),
});
export type SearchExplanation = z.infer<typeof searchExplanation>;

export const questionSuggestions = z.object({ questions: z.array(z.string()) });
