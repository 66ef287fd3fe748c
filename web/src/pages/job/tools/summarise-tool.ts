import { count, shorten } from "../../../format.ts";
import type { IconName } from "../../../ui/icon.tsx";

export type ToolSummary = { icon: IconName; verb: string; object: string };

type Read = (input: Record<string, unknown>) => ToolSummary;

const summaries: Record<string, Read> = {
  list_files: ({ folder }) => ({ icon: "folder", verb: "List files", object: text(folder) }),
  read_file: (input) => ({ icon: "file", verb: "Read", object: text(input.path) + lines(input) }),
  search_text: ({ query, folder }) => ({
    icon: "search",
    verb: "Find text",
    object: `“${text(query)}”${folder ? ` in ${text(folder)}` : ""}`,
  }),
  search_docs: ({ query }) => ({ icon: "search", verb: "Search docs", object: `“${text(query)}”` }),
  write_file: ({ path }) => ({ icon: "edit", verb: "Write", object: text(path) }),
  edit_file: ({ path, edits }) => ({
    icon: "edit",
    verb: "Edit",
    object: text(path) + amount(edits, "edit"),
  }),
  move_file: ({ from, to }) => ({
    icon: "right",
    verb: "Move",
    object: `${text(from)} to ${text(to)}`,
  }),
  delete_file: ({ path, replacement }) => ({
    icon: "trash",
    verb: "Delete",
    object: text(path) + (replacement ? `, links go to ${text(replacement)}` : ""),
  }),
  replace_term: ({ from, to }) => ({
    icon: "edit",
    verb: "Replace",
    object: `“${text(from)}” with “${text(to)}”`,
  }),
  add_page: ({ path }) => ({ icon: "edit", verb: "Add page", object: text(path) }),
  insert_text: ({ path, heading }) => ({
    icon: "edit",
    verb: "Add text",
    object: heading ? `“${text(heading)}” to ${text(path)}` : text(path),
  }),
  set_front_matter: ({ set, only }) => ({
    icon: "edit",
    verb: "Set front matter",
    object: [...(isRecord(set) ? Object.keys(set) : []), ...(Array.isArray(only) ? only : [])].join(
      ", ",
    ),
  }),
  repair_links: () => ({ icon: "edit", verb: "Repair links", object: "that lead nowhere" }),
  set_todos: ({ todos }) => ({
    icon: "list",
    verb: "Update to-dos",
    object: Array.isArray(todos) ? count(todos.length, "item") : "",
  }),
  check: () => ({ icon: "eye", verb: "Check", object: "what was changed so far" }),
  finish: ({ title, claims }) => ({
    icon: "check",
    verb: "Finish",
    object: text(title) + amount(claims, "claim"),
  }),
};

/** One line for a tool call: what it does, and to what. */
export function summariseTool(name: string, input: unknown): ToolSummary {
  const fields = isRecord(input) ? input : {};
  const known = Object.hasOwn(summaries, name) ? summaries[name] : undefined;
  const { icon, verb, object } = known?.(fields) ?? {
    icon: "job" as const,
    verb: name,
    object: isRecord(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : "",
  };
  return { icon, verb, object: shorten(object, 160) };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function lines({ startLine, endLine }: Record<string, unknown>): string {
  if (typeof startLine !== "number") return "";
  return typeof endLine === "number" ? `:${startLine}-${endLine}` : `:${startLine}`;
}

/** A list that is there but empty is not worth a word. */
function amount(list: unknown, one: string): string {
  return Array.isArray(list) && list.length > 0 ? ` (${count(list.length, one)})` : "";
}
