import type { Todo } from "../../../../src/contract/jobs.ts";
import { Icon } from "../../ui/icon.tsx";

const words: Record<Todo["status"], string> = {
  pending: "To do",
  in_progress: "In progress",
  completed: "Done",
  cancelled: "Dropped",
};

type TodoListProps = { todos: Todo[]; isRunning: boolean };

/** Only what is being worked on turns: a job that waits or has ended works on nothing. */
export function TodoList({ todos, isRunning }: TodoListProps) {
  if (todos.length === 0) {
    return (
      <p className="soft">{isRunning ? "The plan appears here." : "This job kept no list."}</p>
    );
  }
  return (
    <ul className="todos" aria-live="polite">
      {todos.map(({ id, content, status, priority }) => {
        const isLeft = status === "in_progress" && !isRunning;
        const word = isLeft ? "Not finished" : words[status];
        return (
          <li key={id} className={`todo todo-${isLeft ? "left" : status}`}>
            <span className="todo-box" title={word}>
              {status === "completed" && <Icon name="check" size={12} />}
              {status === "cancelled" && <Icon name="close" size={12} />}
            </span>
            <span className="todo-text">
              <span className="visually-hidden">{word}: </span>
              {content}
              {priority === "high" && status !== "completed" && (
                <span className="todo-high">high</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
