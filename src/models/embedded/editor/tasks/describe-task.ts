import { shortLine } from "../../../../text/markdown-writing.ts";
import type { Task } from "../instruction/task.ts";
import { quoted } from "../report.ts";

/** A task in the imperative, for the todo list. */
export function describeTask(task: Task): string {
  switch (task.kind) {
    case "replace":
      return `Replace ${quoted(task.from, 60)} with ${quoted(task.to, 60)}`;
    case "move":
      return `Move ${shortLine(task.from.name, 80)} to ${shortLine(task.to, 80)}`;
    case "delete":
      return `Delete ${shortLine(task.page.name, 80)}`;
    case "front-matter":
      return `Set front matter (${shortLine([...Object.keys(task.set), ...task.fill].join(", "), 80)})`;
    case "insert":
      return task.heading === undefined
        ? `Add a text to ${shortLine(task.page?.name ?? "", 80)}`
        : `Add the section ${quoted(task.heading, 60)} to ${shortLine(task.page?.name ?? "", 60)}`;
    case "add-page":
      return `Add the page ${quoted(task.title, 80)}`;
    case "repair":
      return "Repair broken links";
  }
}
