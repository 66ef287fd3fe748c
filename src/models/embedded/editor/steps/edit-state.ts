import type { Todo } from "../../../../contract/jobs.ts";
import type { DocsTree } from "../files/docs-tree.ts";
import type { Script, ToolCall, ToolResult } from "./edit-steps.ts";

/** What the editor knows while it works on one job. */
export type Desk = {
  tree: DocsTree;
  /** There are more files than the list could name. */
  isListCut: boolean;
  /** Steps that may still be taken, the last one included. */
  turnsLeft: number;
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
export const maxTurns = 40;
/** Kept back for writing what has been read, and for summing up. */
export const turnsToEnd = 8;

/** One step: hands the todo list over with it when it has changed. */
export function* turn(desk: Desk, text: string, calls: ToolCall[]): Script<ToolResult[]> {
  desk.turnsLeft -= 1;
  const list = JSON.stringify(desk.todos);
  if (list === desk.shownTodos) return yield { text, calls };
  desk.shownTodos = list;
  const todos = desk.todos.map((todo) => ({ ...todo }));
  const [, ...results] = yield { text, calls: [{ name: "set_todos", input: { todos } }, ...calls] };
  return results;
}
