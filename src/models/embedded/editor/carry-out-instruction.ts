import { addPage } from "./change/add-page.ts";
import { addSection } from "./change/add-section.ts";
import { fillFrontMatter } from "./change/fill-front-matter.ts";
import { fixLinks } from "./change/fix-links.ts";
import { replaceText } from "./change/replace-text.ts";
import { writeDraft } from "./change/write-draft.ts";
import type { EditInput } from "./edit-input.ts";
import { docsTree } from "./files/docs-tree.ts";
import { lookAround } from "./files/find-docs.ts";
import { readTasks } from "./instruction/read-tasks.ts";
import type { Task } from "./instruction/task.ts";
import { nothing, type Outcome } from "./report/outcome.ts";
import { type Report, report } from "./report/report.ts";
import { type Desk, maxTurns, turn, turnsToEnd } from "./steps/edit-state.ts";
import type { Script } from "./steps/edit-steps.ts";
import { setStatus, startTodos } from "./steps/todos.ts";
import { faultOf } from "./steps/tool-output.ts";

/** The whole job: understand, look around, do one task after the other, sum up. `stepsBefore` were taken by someone else. */
export function* editDocs(input: EditInput, stepsBefore: number): Script<void> {
  const { instruction } = input;
  const { tasks, leftOver } = readTasks(instruction);
  const desk = newDesk(tasks, stepsBefore);
  if (instruction.trim() === "") {
    yield* finish(
      desk,
      report([nothing("There was no instruction, so nothing was changed.")], desk, []),
    );
    return;
  }
  const fault = yield* lookAround(desk, cleanFolder(input.docsFolder));
  setStatus(desk.todos, 0, fault === undefined ? "completed" : "cancelled");
  const outcomes: Outcome[] = fault === undefined ? [] : [nothing(fault)];
  for (const [index, task] of fault === undefined ? tasks.entries() : []) {
    setStatus(desk.todos, index + 1, "in_progress");
    const outcome = yield* carryOut(desk, task);
    const isDone = outcome.changes.length > 0 || outcome.isSettled === true;
    setStatus(desk.todos, index + 1, isDone ? "completed" : "cancelled");
    outcomes.push(outcome);
  }
  yield* finish(desk, report(outcomes, desk, leftOver));
}

function cleanFolder(folder = ""): string {
  return folder.replace(/^[./]+|\/+$/g, "");
}

function newDesk(tasks: Task[], stepsBefore: number): Desk {
  return {
    tree: docsTree([], new Map()),
    isListCut: false,
    turnsLeft: Math.max(2, maxTurns - stepsBefore),
    todos: startTodos(tasks),
    shownTodos: "",
    files: new Map(),
    failures: new Map(),
    charactersRead: 0,
  };
}

function* carryOut(desk: Desk, task: Task): Script<Outcome> {
  if (desk.turnsLeft <= turnsToEnd)
    return nothing("Some tasks were left undone, because the job took too many steps.");
  switch (task.kind) {
    case "replace":
      return yield* replaceText(desk, task);
    case "add-page":
      return yield* addPage(desk, task);
    case "add-section":
      return yield* addSection(desk, task);
    case "fix-links":
      return yield* fixLinks(desk, task);
    case "front-matter":
      return yield* fillFrontMatter(desk, task);
    case "draft":
      return yield* writeDraft(desk, task);
  }
}

const maxAttempts = 3;

/** Ends the job. Where that is refused, the reason goes into the message: nothing more can be done about it here. */
function* finish(desk: Desk, { title, summary, messageToUser }: Report): Script<void> {
  for (const todo of desk.todos) {
    if (todo.status === "pending" || todo.status === "in_progress") todo.status = "cancelled";
  }
  setStatus(desk.todos, desk.todos.length - 1, "completed");
  let message = messageToUser;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const input = { title, summary, messageToUser: message };
    const [result] = yield* turn(desk, message, [{ name: "finish", input }]);
    if (result?.error === undefined) return;
    message = `${messageToUser} A check was not content: ${faultOf(result)}`;
  }
}
