import { z } from "zod";

const cited = z.object({ path: z.string(), heading: z.string(), quote: z.string() });

/** Two answers beside each other: `before` or `after` is absent where there is no counterpart. */
export const answerDifference = z.object({
  sentences: z.array(z.object({ before: z.string().optional(), after: z.string().optional() })),
  citations: z.array(z.object({ before: cited.optional(), after: cited.optional() })),
});
export type ShownDifference = z.infer<typeof answerDifference>;

export const differenceQuery = z.object({ to: z.string().min(1).max(200) });
