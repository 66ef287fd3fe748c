import { z } from "zod";

export const ratings = ["up", "down"] as const;
export type Rating = (typeof ratings)[number];

export const feedbackRequest = z.object({
  messageId: z.string().min(1).max(128).describe("The id of the answer, from its `start` event."),
  threadId: z.string().min(1).max(128).describe("The thread the answer was given in."),
  rating: z.enum(ratings),
  comment: z
    .string()
    .max(2_000)
    .nullish()
    .transform((comment) => comment?.trim() ?? "")
    .describe("What the reader has to say about it."),
});
export type FeedbackRequest = z.infer<typeof feedbackRequest>;

export const feedbackResult = z.object({ ok: z.literal(true) });
