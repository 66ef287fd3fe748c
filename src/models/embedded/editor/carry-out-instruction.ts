import type { Todo } from "../../../contract/jobs.ts";
import { shortLine } from "../../../text/markdown-writing.ts";
import { addPage } from "./change/add-page.ts";
import { addSection } from "./change/add-section.ts";
import { fillFrontMatter } from "./change/fill-front-matter.ts";
import { fixLinks } from "./change/fix-links.ts";
import { replaceText } from "./change/replace-text.ts";
import { writeDraft } from "./change/write-draft.ts";
import type { EditInput } from "./edit-input.ts";
import { editedDocs } from "./files/edited-docs.ts";
import { findDocs } from "./files/find-docs.ts";
import { readTasks } from "./instruction/read-tasks.ts";
import type { Task } from "./instruction/task.ts";
import { nothing, type Outcome, quoted, type Report, report } from "./report.ts";
import {
  type EditState,
  type EditSteps,
  faultOf,
  maxSteps,
  stepsToEnd,
  takeStep,
} from "./steps/edit-state.ts";

/** The whole job: understand, look around, do one task after the other, sum up. `stepsBefore` were taken by someone else. */
export function* carryOutInstruction(input: EditInput, stepsBefore: number): EditSteps<void> {
  const { instruction } = input;
  const { tasks, leftOver } = readTasks(instruction);
  const state = newState(tasks, stepsBefore);
  if (instruction.trim() === "") {
    const outcome = nothing("There was no instruction, so nothing was changed.");
    return yield* finish(state, report([outcome], state, []));
  }
  const fault = yield* findDocs(state, cleanFolder(input.docsFolder));
  setStatus(state.todos, 0, fault === undefined ? "completed" : "cancelled");
  const outcomes = fault === undefined ? [] : [nothing(fault)];
  for (const [index, task] of fault === undefined ? tasks.entries() : []) {
    setStatus(state.todos, index + 1, "in_progress");
    const outcome = yield* carryOut(state, task);
    const isDone = outcome.changes.length > 0 || outcome.isSettled === true;
    setStatus(state.todos, index + 1, isDone ? "completed" : "cancelled");
    outcomes.push(outcome);
  }
  yield* finish(state, report(outcomes, state, leftOver));
}

function cleanFolder(folder = ""): string {
  return folder.replace(/^[./]+|\/+$/g, "");
}

function newState(tasks: Task[], stepsBefore: number): EditState {
  return {
    docs: editedDocs([], new Map()),
    isListCut: false,
    stepsLeft: Math.max(2, maxSteps - stepsBefore),
    todos: startTodos(tasks),
    shownTodos: "",
    files: new Map(),
    failures: new Map(),
    charactersRead: 0,
  };
}

function* carryOut(state: EditState, task: Task): EditSteps<Outcome> {
  if (state.stepsLeft <= stepsToEnd)
    return nothing("Some tasks were left undone, because the job took too many steps.");
  switch (task.kind) {
    case "replace":
      return yield* replaceText(state, task);
    case "add-page":
      return yield* addPage(state, task);
    case "add-section":
      return yield* addSection(state, task);
    case "fix-links":
      return yield* fixLinks(state, task);
    case "front-matter":
      return yield* fillFrontMatter(state, task);
    case "draft":
      return yield* writeDraft(state, task);
  }
}

const maxAttempts = 3;

/** Ends the job. Where that is refused, the reason goes into the message: nothing more can be done about it here. */
function* finish(state: EditState, { title, summary, messageToUser }: Report): EditSteps<void> {
  for (const todo of state.todos) {
    if (todo.status === "pending" || todo.status === "in_progress") todo.status = "cancelled";
  }
  setStatus(state.todos, state.todos.length - 1, "completed");
  let message = messageToUser;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const input = { title, summary, messageToUser: message };
    const [result] = yield* takeStep(state, message, [{ name: "finish", input }]);
    if (result?.error === undefined) return;
    message = `${messageToUser} A check was not content: ${faultOf(result)}`;
  }
}

/** The list a job starts with: look, each task, sum up. */
function startTodos(tasks: Task[]): Todo[] {
  const contents = ["Look through the docs", ...tasks.map(describe), "Sum up the change"];
  return contents.map((content, index) => ({
    id: `todo-${index + 1}`,
    content,
    status: index === 0 ? "in_progress" : "pending",
    priority: index === 0 || index === contents.length - 1 ? "low" : "high",
  }));
}

function setStatus(todos: Todo[], position: number, status: Todo["status"]): void {
  const todo = todos[position];
  if (todo !== undefined) todo.status = status;
}

function describe(task: Task): string {
  switch (task.kind) {
    case "replace":
      return `Replace ${quoted(task.from, 60)} with ${quoted(task.to, 60)}`;
    case "add-page":
      return `Add the page ${quoted(task.title, 80)}`;
    case "add-section":
      return `Add to ${shortLine(task.page, 60)}: ${shortLine(task.heading || task.text || task.topic, 60)}`;
    case "fix-links":
      return "Find and repair broken links";
    case "front-matter":
      return `Fill missing front matter (${task.fields.join(", ")})`;
    case "draft":
      return `Draft: ${shortLine(task.instruction, 80)}`;
  }
}
