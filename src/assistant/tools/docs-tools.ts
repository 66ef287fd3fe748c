import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import { mainEditions } from "../../search/rank/choose-editions.ts";
import { pageFilter } from "../../search/rank/page-filter.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import {
  findPage,
  pagesContaining,
  type StoredPage,
  visiblePages,
} from "../../store/docs/pages.ts";
import { type NumberedPassages, shownPassage } from "./numbered-passages.ts";

/** What the assistant's tools read: the revision the answer is given from, and nothing else. */
export type DocsContext = {
  db: Database;
  search: Search;
  revisionId: string;
  /** What the reader asked for only: a tool must not find what the question's own filter leaves out. */
  filter: Parameters<Search["search"]>[1]["filter"];
  /** Pages that the reader is on or points at: their version and language are meant. */
  liftPaths: string[];
  /** Texts that a tool shows get a number here, so that the answer can cite them. */
  passages: NumberedPassages;
};

/** One thing the model can do while it answers. It only reads, and what it gives is bounded. */
export type DocsTool<Schema extends z.ZodType = z.ZodType> = {
  /** As the model calls it, in snake_case. */
  name: string;
  /** What it does and when to use it, for the model. */
  description: string;
  input: Schema;
  /** Plain JSON for the model. An AppError's sentence is told to the model; other faults are not. */
  run(context: DocsContext, input: z.output<Schema>): Promise<unknown>;
};

export const unusable = "The tool could not be used. Answer from what you have.";
const usedUp = "No tool can be used any more for this question. Answer from what you have.";
const noSuchTool =
  "There is no such tool. Use those that you were told of, or answer from what you have.";
/** Of one answer: a round may hold any number of calls, and each adds to what the next round costs. */
const mostCalls = 12;

const searchInput = z.object({
  query: z.string().min(1).max(500).describe("What to look for, in the docs' own words."),
  limit: z.int().min(1).max(10).default(5),
});

export const searchDocs: DocsTool<typeof searchInput> = {
  name: "search_docs",
  description:
    "Searches the docs and returns numbered passages, best first. Use it when the passages you have do not answer a part of the question; ask for one thing at a time.",
  input: searchInput,
  async run({ search, revisionId, filter, liftPaths, passages }, { query, limit }) {
    const { hits } = await search.search(revisionId, {
      text: query,
      hints: [],
      liftPaths,
      filter,
      limit,
    });
    return { passages: hits.map(({ passage }) => shownPassage(passages.add(passage), passage)) };
  },
};

const mostLines = 200;
const mostCharacters = 20_000;
const noSuchPage = "There is no such page. list_pages and search_docs name the pages there are.";

const readInput = z.object({
  path: z.string().min(1).max(1_000).describe("Path of the page, as another tool gave it."),
  startLine: z.int().min(1).default(1),
  endLine: z.int().min(1).optional().describe(`At most ${mostLines} lines are read at once.`),
});

export const readPage: DocsTool<typeof readInput> = {
  name: "read_page",
  description:
    "Reads lines of one page as a numbered passage. Use it when a passage breaks off before what you need, or to read what stands around it.",
  input: readInput,
  async run({ db, revisionId, filter, passages }, { path, startLine, endLine }) {
    const page = await findPage(db, revisionId, [path.replaceAll("\0", "")]);
    if (!page || !pageFilter(filter)(page)) throw new AppError("not_found", noSuchPage);
    const lines = page.content.split("\n");
    const first = Math.min(startLine, lines.length);
    const last = Math.min(endLine ?? lines.length, lines.length, first + mostLines - 1);
    const passage = linesOf(page, lines, { first, last: Math.max(first, last) });
    return {
      passage: shownPassage(passages.add(passage), passage),
      startLine: first,
      endLine: passage.endLine,
      linesInPage: lines.length,
    };
  },
};

function linesOf(page: StoredPage, lines: string[], range: { first: number; last: number }) {
  let end = range.first;
  let length = lines[range.first - 1]?.length ?? 0;
  while (end < range.last && length + (lines[end]?.length ?? 0) < mostCharacters) {
    length += (lines[end]?.length ?? 0) + 1;
    end += 1;
  }
  const content = lines
    .slice(range.first - 1, end)
    .join("\n")
    .slice(0, mostCharacters);
  const { path, title, description, metadata, address, baseUrl, section } = page;
  const place = { path, title, description, metadata, address, baseUrl, section };
  return {
    ...place,
    id: `${page.blobHash}:${range.first}-${end}`,
    headings: [],
    anchor: "",
    laterHeadings: [],
    startLine: range.first,
    endLine: end,
    content,
    text: content,
  };
}

const mostListed = 200;

const listInput = z.object({
  folder: z.string().max(500).default("").describe("Only pages below this folder."),
});

export const listPages: DocsTool<typeof listInput> = {
  name: "list_pages",
  description:
    "Lists the pages of the docs in the order of their navigation, with titles. Use it for questions about what there is, such as which guides exist.",
  input: listInput,
  async run({ db, revisionId, filter }, { folder }) {
    const [isTaken, isInFolder] = [pageFilter(filter), pageFilter({ path: folder })];
    const inFolder = (await visiblePages(db, revisionId)).filter(
      (page) => isTaken(page) && isInFolder(page),
    );
    const pages = mainEditions(inFolder, filter).slice();
    const place = (position: number | undefined) => position ?? Number.MAX_SAFE_INTEGER;
    pages.sort((left, right) => place(left.position) - place(right.position));
    return {
      pages: pages.slice(0, mostListed).map(({ path, title, section }) => ({
        path,
        title,
        section: section.join(" > "),
      })),
      total: pages.length,
    };
  },
};

const mostMatches = 20;
/** The filter, and which version is meant, are looked at in what was read. */
const mostRead = 200;
const linesPerPage = 5;
const longestLine = 300;

const grepInput = z.object({
  text: z.string().min(2).max(200).describe("Exact text, such as a setting, a flag or an error."),
});

export const grepDocs: DocsTool<typeof grepInput> = {
  name: "grep_docs",
  description:
    "Finds the lines that hold an exact text, whatever its case. Use it for names that must match letter by letter; read_page then shows what stands around a line.",
  input: grepInput,
  async run({ db, revisionId, filter }, { text }) {
    const wanted = text.replaceAll("\0", "");
    const found = { text: wanted, limit: mostRead };
    const pages = (await pagesContaining(db, revisionId, found)).filter(pageFilter(filter));
    const main = mainEditions(pages, filter);
    return {
      pages: (main.length > 0 ? main : pages)
        .slice(0, mostMatches)
        .map(({ path, title, content }) => ({ path, title, lines: linesWith(content, wanted) })),
    };
  },
};

function linesWith(content: string, text: string) {
  const wanted = text.toLowerCase();
  const found: { line: number; text: string }[] = [];
  for (const [index, line] of content.split("\n").entries()) {
    if (!line.toLowerCase().includes(wanted)) continue;
    found.push({ line: index + 1, text: line.trim().slice(0, longestLine) });
    if (found.length === linesPerPage) break;
  }
  return found;
}

/** Everything the assistant's model can do. All of it reads one revision of the docs. */
const tools: DocsTool[] = [searchDocs, readPage, listPages, grepDocs];

/** As a model is told of them. */
const declared = tools.map(({ name, description, input }): LanguageModelV4FunctionTool => {
  const inputSchema = z.toJSONSchema(input, { io: "input", target: "draft-7" });
  return { type: "function", name, description, inputSchema: inputSchema as JSONSchema };
});

type JSONSchema = LanguageModelV4FunctionTool["inputSchema"];

export type AnswerTools = {
  declared: LanguageModelV4FunctionTool[];
  /** Begins to use one of them. */
  use(name: string, given: unknown): ToolUse;
};

export type ToolUse = {
  /** As the tool takes it; nothing where it does not fit. */
  input: unknown;
  /** Fails with what the model is told: what a person may be told, and nothing of our own faults. */
  output: Promise<unknown>;
};

/** For the model's ears alone: its message may hold words of a server that makes up calls. */
export class MisusedTool extends Error {}

/** The tools of one answer. */
export function answerTools(context: DocsContext): AnswerTools {
  let calls = 0;
  const run = async (tool: DocsTool, input: unknown): Promise<unknown> => {
    calls += 1;
    if (calls > mostCalls) throw new Error(usedUp);
    return tool.run(context, input).catch((error) => {
      throw new Error(error instanceof AppError ? error.message : unusable);
    });
  };
  const misused = (why: string): ToolUse => ({
    input: {},
    output: Promise.reject(new MisusedTool(why)),
  });
  return {
    declared,
    use(name, given) {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) return misused(noSuchTool);
      const read = tool.input.safeParse(given);
      if (!read.success) return misused(`The input does not fit. ${z.prettifyError(read.error)}`);
      return { input: read.data, output: run(tool, read.data) };
    },
  };
}
