import type { Todo } from "../../../../contract/jobs.ts";
import type { Task } from "../instruction/task.ts";
import { oneLine } from "../report/wording.ts";

/** The list a job starts with: look, each task, sum up. */
export function startTodos(tasks: Task[]): Todo[] {
  const contents = ["Look through the docs", ...tasks.map(describe), "Sum up the change"];
  return contents.map((content, index) => ({
    id: `todo-${index + 1}`,
    content,
    status: index === 0 ? "in_progress" : "pending",
    priority: index === 0 || index === contents.length - 1 ? "low" : "high",
  }));
}

export function setStatus(todos: Todo[], position: number, status: Todo["status"]): void {
  const todo = todos[position];
  if (todo !== undefined) todo.status = status;
}

function describe(task: Task): string {
  switch (task.kind) {
    case "replace":
      return `Replace “${oneLine(task.from, 60)}” with “${oneLine(task.to, 60)}”`;
    case "add-page":
      return `Add the page “${oneLine(task.title, 80)}”`;
    case "add-section":
      return `Add to ${oneLine(task.page, 60)}: ${oneLine(task.heading || task.text || task.topic, 60)}`;
    case "fix-links":
      return "Find and repair broken links";
    case "front-matter":
      return `Fill missing front matter (${task.fields.join(", ")})`;
    case "draft":
      return `Draft: ${oneLine(task.instruction, 80)}`;
  }
}
