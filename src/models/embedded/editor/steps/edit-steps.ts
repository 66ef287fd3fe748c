/** The tools an editing step may call, each with a JSON object. */
export type ToolName =
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
