import { z } from "zod";
import { ratings } from "../insights/feedback.ts";

export const pageRating = z.object({
  path: z.string().min(1).max(1_100).describe("Path of the page."),
  rating: z.enum(ratings),
  comment: z.string().max(2_000).default(""),
  id: z
    .string()
    .regex(/^[\w-]{8,64}$/, "8 to 64 letters, digits, - and _.")
    .optional()
    .describe("Made up by the sender: rating again under the same id replaces it."),
});
export type PageRating = z.infer<typeof pageRating>;
