import { type ToolSet, tool } from "ai";
import { AppError } from "../../lib/app-error.ts";
import type { DocsContext, DocsTool } from "./docs-tool.ts";
import { grepDocs } from "./grep-docs.ts";
import { listPages } from "./list-pages.ts";
import { readPage } from "./read-page.ts";
import { searchDocs } from "./search-docs.ts";

/** Everything the assistant's model can do. All of it reads one revision of the docs. */
const tools: DocsTool[] = [searchDocs, readPage, listPages, grepDocs];

export const unusable = "The tool could not be used. Answer from what you have.";
const usedUp = "No tool can be used any more for this question. Answer from what you have.";
/** Of one answer: a round may hold any number of calls, and each adds to what the next round costs. */
const mostCalls = 12;

/** The tools as the SDK takes them. The model is told what a person may be told, and nothing of our own faults. */
export function toolSet(context: DocsContext): ToolSet {
  let calls = 0;
  const entries = tools.map(({ name, description, input, run }) => {
    const execute = async (given: unknown) => {
      calls += 1;
      if (calls > mostCalls) throw new Error(usedUp);
      try {
        return await run(context, input.parse(given));
      } catch (error) {
        throw new Error(error instanceof AppError ? error.message : unusable);
      }
    };
    return [name, tool({ description, inputSchema: input, execute })];
  });
  return Object.fromEntries(entries);
}
