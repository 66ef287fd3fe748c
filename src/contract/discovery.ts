import { z } from "zod";
import { assistantRequest, longestSetting } from "./assistant.ts";
import { refDescription } from "./refs.ts";

export const mostResults = 50;

export const searchRequest = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(longestSetting)
    .describe(
      "What to look for: a question or keywords, of 8,000 characters unless the server is set otherwise.",
    ),
  pageSize: z
    .int()
    .min(1)
    .max(mostResults)
    .nullish()
    .transform((size) => size ?? 10)
    .describe(`The most results, 1 to ${mostResults}; 10 when left out.`),
  scoreThreshold: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .transform((score) => score ?? 0)
    .describe("Leaves out results with a lower score, 0 to 1; 0 when left out."),
  filter: assistantRequest.shape.filter,
  currentPath: assistantRequest.shape.currentPath.describe(
    "The page it is searched on: where the docs have several versions or languages, those of this page come first.",
  ),
});
export type SearchRequest = z.infer<typeof searchRequest>;

export const searchResult = z.object({
  content: z.string().describe("The passage, as Markdown."),
  path: z.string().describe("Path of its page, as the page endpoint takes it."),
  metadata: z.object({
    title: z.string(),
    description: z.string(),
    heading: z.string().describe("The innermost heading above the passage, or the page's title."),
    url: z.string().describe("Absolute link to the page and its heading."),
    score: z.number().describe("How well it fits, from 0 to 1."),
    startLine: z.int(),
    endLine: z.int(),
    revision: z.string(),
  }),
});
export type FoundResult = z.infer<typeof searchResult>;
export const searchResults = z.array(searchResult);

export const pageRequest = z.object({
  path: z
    .string()
    .min(1)
    .max(2_000)
    .describe("Path of the page as a search gives it, or its address, or its full URL."),
  filter: z
    .object({ ref: z.string().optional().describe(refDescription) })
    .nullish()
    .transform((filter) => filter ?? {}),
});

export const pageResult = z.object({
  path: z.string(),
  content: z.string().describe("The page as Markdown, as it is stored."),
});
