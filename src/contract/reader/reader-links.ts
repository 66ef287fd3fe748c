import { z } from "zod";

/** How long a link may open private docs, in hours. */
export const linkHours = [1, 24, 7 * 24, 30 * 24] as const;

export const newReaderLink = z.object({
  path: z
    .string()
    .max(1_100)
    .default("")
    .describe("Path of the one page it opens; empty for the whole project."),
  hours: z.literal(linkHours, "1, 24, 168 or 720.").describe("How long it works."),
});
export type NewReaderLink = z.input<typeof newReaderLink>;

export const readerLink = z.object({
  id: z.string(),
  path: z.string().describe("The one page it opens; empty for the whole project."),
  madeBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.string().nullable().describe("When it was last opened, to the minute."),
});
export type ReaderLink = z.infer<typeof readerLink>;

export const readerLinkList = z.object({ links: z.array(readerLink) });
export type ReaderLinkList = z.infer<typeof readerLinkList>;

export const madeReaderLink = readerLink.extend({
  url: z.string().describe("The link; it is told once and never again."),
});
export type MadeReaderLink = z.infer<typeof madeReaderLink>;
