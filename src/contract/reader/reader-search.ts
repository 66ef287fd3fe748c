import { z } from "zod";

const foundHit = z.object({
  heading: z.string().describe("The nearest heading above it."),
  url: z.string().describe("Address on this server."),
  text: z.string().describe("Some words around what was looked for."),
});

export const readerSearch = z.object({
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      section: z.array(z.string()).describe("Groups of the navigation above the page."),
      url: z.string(),
      hits: z.array(foundHit),
    }),
  ),
});
export type ReaderSearch = z.infer<typeof readerSearch>;
