import type { Todo } from "../../../../src/contract/jobs.ts";
import { Icon } from "../../ui/icon.tsx";

const words: Record<Todo["status"], string> = {
  pending: "To do",
  in_progress: "In progress",
  completed: "Done",
  cancelled: "Dropped",
};

export function TodoList({ todos, isRunning }: { todos: Todo[]; isRunning: boolean }) {
  if (todos.length === 0) {
    return (
      <p className="soft">{isRunning ? "The plan appears here." : "This job kept no list."}</p>
    );
  }
  return (
    <ul className="todos" aria-live="polite">
      {todos.map(({ id, content, status, priority }) => (
        <li key={id} className={`todo todo-${status}`}>
          <span className="todo-box" title={words[status]}>
            {status === "completed" && <Icon name="check" size={12} />}
            {status === "cancelled" && <Icon name="close" size={12} />}
          </span>
          <span className="todo-text">
            <span className="visually-hidden">{words[status]}: </span>
            {content}
            {priority === "high" && status !== "completed" && (
              <span className="todo-high">high</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
