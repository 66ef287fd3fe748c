import { z } from "zod";
import type { Todo } from "../../../../contract/jobs.ts";

/** The tools an editing step may call, each with a JSON object. */
type ToolName =
  | "list_files"
  | "search_text"
  | "replace_term"
  | "move_file"
  | "delete_file"
  | "set_front_matter"
  | "insert_text"
  | "add_page"
  | "repair_links"
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
  /** Every file of the repository, and the folders they are in. */
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** What "it" means: the page that the task before is about, where it is one. */
  lastPage: { path: string; isNew: boolean } | undefined;
  /** There are more files than the list could name. */
  isListCut: boolean;
  todos: Todo[];
  /** The list as it was last handed over. */
  shownTodos: string;
};

/** One step: hands the todo list over with it when it has changed. */
export function* takeStep(
  state: EditState,
  text: string,
  calls: ToolCall[],
): EditSteps<ToolResult[]> {
  const list = JSON.stringify(state.todos);
  if (list === state.shownTodos) return yield { text, calls };
  state.shownTodos = list;
  const todos = state.todos.map((todo) => ({ ...todo }));
  const [, ...results] = yield { text, calls: [{ name: "set_todos", input: { todos } }, ...calls] };
  return results;
}

export const fileList = z.object({
  files: z.array(z.string()),
  truncated: z.boolean().optional(),
  folders: z.array(z.string()).optional(),
});

export const textMatches = z.object({
  matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
});

/** The output in the shape it should have; undefined when the tool failed or answered with something else. */
export function outputOf<T>(schema: z.ZodType<T>, result: ToolResult | undefined): T | undefined {
  return schema.safeParse(result?.output).data;
}

/** Why there is no output, in one line. */
export function faultOf(result: ToolResult | undefined): string {
  return result?.error?.slice(0, 600) || "The tool gave no usable result.";
}
