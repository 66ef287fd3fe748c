import { z } from "zod";
import type { FoundResult } from "../contract/discovery.ts";
import { pageRequest, searchRequest, searchResult } from "../contract/discovery.ts";
import type { PageRead } from "../projects/pages/read-page.ts";

/** A model pays for what it reads: more than this of one page helps none. */
const longestPage = 100_000;

export const searchTool = {
  title: "Search the documentation",
  description:
    "Finds the passages of the documentation that fit a question or keywords best, with the page, the heading, the lines and a link for each. Use it first for anything the documentation may cover, before answering from memory; ask again in other words when the results do not fit. Cite the URLs of what you use.",
  inputSchema: {
    query: searchRequest.shape.query,
    limit: z
      .int()
      .min(1)
      .max(20)
      .default(5)
      .describe("The most passages to return, 1 to 20; 5 when left out."),
  },
  outputSchema: { results: z.array(searchResult) },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

export const getPageTool = {
  title: "Read a page of the documentation",
  description:
    "Reads a whole page as Markdown. Use it after a search, when a passage is not enough: for the steps around it, a full code sample or a complete table. Takes the path of a search result, or the address or URL of a page.",
  inputSchema: { path: pageRequest.shape.path },
  outputSchema: {
    path: z.string(),
    title: z.string(),
    url: z.string(),
    content: z.string(),
    truncated: z.boolean().describe("Whether the page goes on behind the content."),
  },
  annotations: searchTool.annotations,
};

export function searchOutput(results: FoundResult[]) {
  const text = results.map(passageText).join("\n\n---\n\n");
  return {
    content: [
      {
        type: "text" as const,
        text: text || "Nothing in the documentation fits. Try other words.",
      },
    ],
    structuredContent: { results },
  };
}

function passageText({ content, path, metadata }: FoundResult, index: number): string {
  const { title, heading, url, startLine, endLine, score } = metadata;
  const place = heading === title || heading === "" ? title : `${title} > ${heading}`;
  return `[${index + 1}] ${oneLine(place)}
Path: ${oneLine(path)}, lines ${startLine}-${endLine}
URL: ${url}
Score: ${score}

${content}`;
}

export function pageOutput({ page, url }: PageRead) {
  const { path, title } = page;
  const truncated = page.content.length > longestPage;
  const content = truncated ? page.content.slice(0, longestPage).toWellFormed() : page.content;
  const end = truncated
    ? `\n\n[The page goes on: ${page.content.length - longestPage} more characters. Search for what you need from it.]`
    : "";
  const text = `${oneLine(title)}\nPath: ${oneLine(path)}\nURL: ${url}\n\n${content}${end}`;
  return {
    content: [{ type: "text" as const, text }],
    structuredContent: { path, title, url, content, truncated },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
