import { z } from "zod";
import { todo } from "../../contract/jobs.ts";
import { defineTool } from "./tool.ts";

const boundedTodo = todo.extend({
  id: z.string().min(1).max(100),
  content: z.string().min(1).max(1_000),
});

export const setTodosTool = defineTool({
  name: "set_todos",
  description:
    "Sets the whole todo list, in order; it replaces the one before. People watch it, so keep it true while you work: a few short tasks, the one you are at in progress, done ones completed.",
  input: z.object({ todos: z.array(boundedTodo).max(100) }),
  async run(_, { todos }) {
    return { output: { count: todos.length }, todos };
  },
});
