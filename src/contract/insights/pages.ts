import { z } from "zod";
import { listLimit, listQuery } from "../list-query.ts";
import { rangeQuery } from "./analytics.ts";
import { ratings } from "./feedback.ts";

export const mostCitedPages = 1_000;

/** `never`: pages that no answer cited; `down`: those whose answers got thumbs down; `rated`: those that readers rated themselves. */
export const pageSorts = ["cited", "never", "down", "rated"] as const;
export type PageSort = (typeof pageSorts)[number];

export const citedPageQuery = listQuery.extend({
  ...rangeQuery.shape,
  sort: z.enum(pageSorts).default("cited"),
  limit: listLimit(mostCitedPages),
});
export type CitedPageQuery = z.infer<typeof citedPageQuery>;

export const citedPage = z.object({
  path: z.string(),
  title: z.string(),
  url: z.string().describe('Where readers find it; "" for one that is gone.'),
  isCurrent: z.boolean().describe("False: cited in the range, and not in the docs any more."),
  cited: z.int().describe("Answers that cite it."),
  up: z.int().describe("Of these, rated up."),
  down: z.int(),
  lastCitedAt: z.string().nullable(),
  pageUp: z.int().describe("Readers who found the page itself helpful."),
  pageDown: z.int().describe("Readers who did not."),
  comments: z
    .array(z.object({ rating: z.enum(ratings), comment: z.string(), at: z.string() }))
    .describe("What they wrote, the newest first; a few."),
});
export type CitedPage = z.infer<typeof citedPage>;

export const citedPageList = z.object({
  pages: z.array(citedPage),
  total: z.object({
    pages: z.int().describe("Pages of the docs that readers may see."),
    cited: z.int().describe("Of these, cited in the range."),
    never: z.int(),
    down: z.int().describe("Pages with an answer that was rated down."),
    rated: z.int().describe("Pages that readers rated themselves."),
  }),
  nextCursor: z.string().describe('Send it as `cursor` for the pages after these; "" at the end.'),
});
export type CitedPageList = z.infer<typeof citedPageList>;
