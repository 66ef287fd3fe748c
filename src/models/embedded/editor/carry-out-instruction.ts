import type { Todo } from "../../../contract/jobs.ts";
import { withoutCommentQuotes } from "../../../text/comment-request.ts";
import { withoutMaterial } from "../../../text/untrusted-material.ts";
import type { EditInput } from "./edit-input.ts";
import { listDocs } from "./files/list-docs.ts";
import { readInstruction } from "./instruction/read-instruction.ts";
import type { Task } from "./instruction/task.ts";
import { nothing, type Outcome, quoted, report } from "./report.ts";
import {
  type EditState,
  type EditSteps,
  outputOf,
  takeStep,
  textMatches,
} from "./steps/edit-state.ts";
import { describeTask } from "./tasks/describe-task.ts";
import { outcomeOf } from "./tasks/outcome-of.ts";
import { type PlannedTask, planTask } from "./tasks/plan-task.ts";

/** The whole job: understand all of it, find what it names, do one task after the other, sum up. */
export function* carryOutInstruction(input: EditInput): EditSteps<void> {
  const instruction = withoutCommentQuotes(withoutMaterial(input.instruction));
  const read = readInstruction(instruction);
  const tasks = "tasks" in read ? read.tasks : [];
  const state: EditState = { ...noFiles, todos: startTodos(tasks), shownTodos: "" };
  if (tasks.length === 0) return yield* finish(state, [nothing(declined(read, instruction))]);
  const fault = yield* listDocs(state, input.docsFolder ?? "");
  if (fault !== undefined) return yield* finish(state, [nothing(fault)]);
  const plans: PlannedTask[] = [];
  for (const task of tasks) {
    const planned = yield* planTask(state, task, input.docsFolder ?? "");
    if ("fault" in planned) return yield* finish(state, [nothing(refused(task, planned.fault))]);
    plans.push(...planned);
  }
  const absent = plans.length > 1 ? yield* findAbsent(state, plans) : undefined;
  if (absent !== undefined) return yield* finish(state, [nothing(absent)]);
  if (plans.length > tasks.length) state.todos = startTodos(plans.map(({ task }) => task));
  setStatus(state.todos, 0, "completed");
  const outcomes = yield* carryOut(state, plans);
  const background = "tasks" in read ? read.background : [];
  for (const words of background.slice(0, 3))
    outcomes[0]?.remarks.push(`I took ${quoted(words, 120)} as background.`);
  yield* finish(state, outcomes);
}

const noFiles = {
  files: new Set<string>(),
  folders: new Set<string>(),
  isListCut: false,
  lastPage: undefined,
};

const exactOnly =
  "Without a connected language model I carry out only what I understand to the last word: replace a quoted term, move or delete a page, set front matter, add a section or a page with a given text, repair links.";
/** What no model is let do, or can: files outside the docs, secrets, pictures. */
const nobodyCan =
  /(?:^|[\s"'`“(])(?:\.\.\/|\/(?:etc|tmp|home|root|var)\/|~\/)|\.(?:git|env|github)\b|\.(?:png|jpe?g|gif|webp|svg|mp4|pdf|zip)\b|\b(?:screenshots?|logos?|photos?|pictures?|videos?|secrets?|passwords?|credentials?|environment variables?|private keys?|[A-Z0-9]{1,40}_(?:KEY|TOKEN|SECRET)|api ?-?keys? from)\b/i;

function declined(read: ReturnType<typeof readInstruction>, instruction: string): string {
  if ("missing" in read) return `I changed nothing: the instruction lacks ${read.missing}.`;
  if ("unread" in read)
    return `I changed nothing, because I did not understand ${unreadIn(read)}. ${exactOnly}${wayOut(instruction)}${likeThis(read.plain, instruction)}`;
  return "There was no instruction, so nothing was changed.";
}

/** What nobody can do before it is said more clearly, with what to say. */
const unclear: [RegExp, string][] = [
  [
    /^\s{0,40}(?:what|why|how|which|who|where|when|is|are|was|were|does|do|did|has|have|should)\b[^\n]{1,500}\?\s{0,40}$/i,
    "This is a question: ask it in the assistant, or say what is to be changed.",
  ],
  [
    /\b(?:if|unless|once|until|as soon as|in case|when) (?:we|they|you (?:think|feel|like|find)|legal|marketing|sales|support|management|some(?:one|body)|any(?:one|body)|nobody|(?:the|our|most) (?:team|boss|company|customers?|users?|readers?|people|release|launch|lawyers?))\b/i,
    "Nobody here can know whether that is so: say what is to be changed, without the condition.",
  ],
  [
    /\b(?:either\b[^\n]{1,200}\bor|or maybe|or perhaps|or something|whichever|whatever you)\b/i,
    "Say which of them is meant.",
  ],
];

function wayOut(instruction: string): string {
  const open = unclear.find(([pattern]) => pattern.test(instruction))?.[1];
  if (open !== undefined) return ` ${open}`;
  return nobodyCan.test(instruction) ? "" : " A connected model can do this.";
}

function likeThis(plain: string | undefined, instruction: string): string {
  return plain === undefined || nobodyCan.test(instruction) ? "" : ` Say it like: ${plain}.`;
}

function unreadIn({ unread, within }: { unread: string; within: string }): string {
  if (!/[\p{L}\p{N}]/u.test(unread)) return quoted(within, 200);
  const words = quoted(unread, 200);
  return unread === within ? words : `${words} in ${quoted(within, 200)}`;
}

function refused(task: Task, fault: string): string {
  return `I changed nothing: ${fault}. (${describeTask(task)})`;
}

/** Of several requests none is begun where one names a term or a group that stands nowhere. */
function* findAbsent(state: EditState, plans: PlannedTask[]): EditSteps<string | undefined> {
  for (const { task, call } of plans) {
    const named =
      task.kind === "replace" ? task.from : task.kind === "add-page" ? task.group : undefined;
    const words = named?.split(/\s+/) ?? [];
    const query = words.toSorted((one, other) => other.length - one.length)[0];
    const isPlural = plans.some(
      (one) => one.task.kind === "replace" && `${one.task.from}s` === named,
    );
    if (named === undefined || query === undefined || query === "" || isPlural) continue;
    const only = task.kind === "replace" ? call.input.only : undefined;
    const folder = Array.isArray(only) && only.length === 1 ? { folder: String(only[0]) } : {};
    const input = { query, limit: 1, ...folder };
    const [result] = yield* takeStep(state, `Looking for ${quoted(named, 60)}.`, [
      { name: "search_text", input },
    ]);
    if (outputOf(textMatches, result)?.matches.length === 0)
      return refused(task, `${quoted(named, 80)} stands nowhere in what was asked for`);
  }
  return undefined;
}

/** One task after the other. One that cannot be done changes nothing and is told. */
function* carryOut(state: EditState, plans: PlannedTask[]): EditSteps<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, plan] of plans.entries()) {
    setStatus(state.todos, index + 1, "in_progress");
    const [result] = yield* takeStep(state, `${describeTask(plan.task)}.`, [plan.call]);
    outcomes.push(outcomeOf(plan, result));
    setStatus(state.todos, index + 1, result?.error === undefined ? "completed" : "cancelled");
  }
  return outcomes;
}

const maxAttempts = 3;

/** Ends the job. The person reads the report; why the end was refused is between the tools and the model. */
function* finish(state: EditState, outcomes: Outcome[]): EditSteps<void> {
  for (const todo of state.todos) {
    if (todo.status === "pending" || todo.status === "in_progress") todo.status = "cancelled";
  }
  setStatus(state.todos, state.todos.length - 1, "completed");
  const input = report(outcomes);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [result] = yield* takeStep(state, input.messageToUser, [{ name: "finish", input }]);
    if (result?.error === undefined) return;
  }
}

/** The list a job starts with: look, each task, sum up. */
function startTodos(tasks: Task[]): Todo[] {
  const contents = ["Look through the docs", ...tasks.map(describeTask), "Sum up the change"];
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
