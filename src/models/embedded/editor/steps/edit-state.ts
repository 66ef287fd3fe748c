import type { Todo } from "../../../../contract/jobs.ts";
import type { DocsTree } from "../files/docs-tree.ts";
import type { EditSteps, ToolCall, ToolResult } from "./edit-steps.ts";

/** What the editor knows while it works on one job. */
export type EditState = {
  tree: DocsTree;
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
