import { z } from "zod";
import type { Todo } from "../../../../contract/jobs.ts";
import type { EditedDocs } from "../files/edited-docs.ts";

/** The tools an editing step may call, each with a JSON object. */
type ToolName =
  | "list_files"
  | "read_file"
  | "search_text"
  | "search_docs"
  | "write_file"
  | "edit_file"
  | "set_todos"
  | "finish";

export type ToolCall = { name: ToolName; input: Record<string, unknown> };
export type ToolResult = { output?: unknown; error?: string };

/** One step: what the person reads, and the calls made with it. */
export type PlannedStep = { text: string; calls: ToolCall[] };

/**
 * Work written as if tools answered at once. It is run anew for every step and fed the results of the steps so far,
 * so it must depend on nothing but those results.
 */
export type EditSteps<T> = Generator<PlannedStep, T, ToolResult[]>;

/** What the editor knows while it works on one job. */
export type EditState = {
  docs: EditedDocs;
  /** There are more files than the list could name. */
  isListCut: boolean;
  /** Steps that may still be taken, the last one included. */
  stepsLeft: number;
  todos: Todo[];
  /** The list as it was last handed over. */
  shownTodos: string;
  /** Texts as they are now, of every file read or written so far. */
  files: Map<string, string>;
  /** Files that could not be read or changed, and why. */
  failures: Map<string, string>;
  /** Characters read so far. */
  charactersRead: number;
};

/** Enough for the largest docs this editor takes on; a job that needs more says what is left. */
export const maxSteps = 40;
/** Kept back for writing what has been read, and for summing up. */
export const stepsToEnd = 8;

/** One step: hands the todo list over with it when it has changed. */
export function* takeStep(
  state: EditState,
  text: string,
  calls: ToolCall[],
): EditSteps<ToolResult[]> {
  state.stepsLeft -= 1;
  const list = JSON.stringify(state.todos);
  if (list === state.shownTodos) return yield { text, calls };
  state.shownTodos = list;
  const todos = state.todos.map((todo) => ({ ...todo }));
  const [, ...results] = yield { text, calls: [{ name: "set_todos", input: { todos } }, ...calls] };
  return results;
}

export const fileList = z.object({ files: z.array(z.string()), truncated: z.boolean().optional() });

export const filePiece = z.object({
  startLine: z.number().int(),
  endLine: z.number().int(),
  totalLines: z.number().int(),
  content: z.string(),
});

export const textMatches = z.object({
  matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
  truncated: z.boolean().optional(),
});

const passage = z.object({
  path: z.string(),
  title: z.string(),
  heading: z.string().nullish(),
  content: z.string(),
});
export type FoundPassage = z.infer<typeof passage>;
export const passages = z.object({ passages: z.array(passage) });

/** The output in the shape it should have; undefined when the tool failed or answered with something else. */
export function outputOf<T>(schema: z.ZodType<T>, result: ToolResult | undefined): T | undefined {
  return schema.safeParse(result?.output).data;
}

/** One step: looks for a text in the docs, whatever its capitals; undefined when that failed. */
export function* searchText(state: EditState, text: string, query: string) {
  const { root } = state.docs;
  const input = { query, ...(root !== "" && { folder: root }), caseSensitive: false };
  const [result] = yield* takeStep(state, text, [{ name: "search_text", input }]);
  return outputOf(textMatches, result);
}

/** Why there is no output, in one line. */
export function faultOf(result: ToolResult | undefined): string {
  return result?.error?.slice(0, 300) || "the tool gave no usable result";
}
