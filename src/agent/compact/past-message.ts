import type { UserModelMessage } from "ai";
import type { Todo } from "../../contract/jobs.ts";
import { firstOf } from "../../text/bounded.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";
import { callsOf, type Step, textsOf } from "./conversation-steps.ts";

export type Known = { todos: Todo[]; changedPaths: string[] };

const mark = "(Earlier steps of this job were left out here to save room. What they came to:)";
const headings = {
  changed: "Files changed so far:",
  todos: "Todos:",
  tools: "Tools used:",
  read: "Files read:",
  heard: "Said to you meanwhile, word for word:",
  words: "What you said, shortened:",
} as const;
const closing = "The files are as your changes left them: read again what you need to see.";
const mostNames = 60;
const mostTodos = 40;
const mostWords = 20;
const longestWords = 200;

/** One message in place of the steps that are left out, at most so many characters long. */
export function pastMessage(steps: Step[], known: Known, mostCharacters: number): UserModelMessage {
  const past = steps.reduce(addStep, emptyPast());
  const own = [
    ...section(headings.changed, firstOf(known.changedPaths.map(shown), mostNames)),
    ...section(headings.todos, firstOf(known.todos.map(todoLine), mostTodos)),
    ...section(
      headings.tools,
      [...past.tools].map(([name, count]) => `${name} ${count}`),
    ),
    ...section(headings.read, [...past.read].slice(-mostNames).map(shown)),
    ...section(headings.words, past.words.slice(-mostWords)),
  ];
  const frame = [mark, ...own, closing].join("\n").length;
  const heard = heardLines(past.heard, mostCharacters - frame - headings.heard.length);
  const lines = [mark, ...section(headings.heard, heard), ...own, closing];
  return {
    role: "user",
    content: lines.join("\n").slice(0, Math.max(0, mostCharacters)).toWellFormed(),
  };
}

type Past = { tools: Map<string, number>; read: Set<string>; heard: string[]; words: string[] };

function emptyPast(): Past {
  return { tools: new Map(), read: new Set(), heard: [], words: [] };
}

function addStep(past: Past, step: Step): Past {
  for (const text of textsOf(step, "user")) {
    if (text.startsWith(mark)) addEarlier(past, text);
    else past.heard.push(text);
  }
  for (const text of textsOf(step, "assistant")) {
    const words = visibleLine(text).slice(0, longestWords);
    if (words !== "") past.words.push(words);
  }
  for (const { toolName, input } of callsOf(step)) {
    past.tools.set(toolName, (past.tools.get(toolName) ?? 0) + 1);
    const path = toolName === "read_file" ? pathOf(input) : undefined;
    if (path !== undefined) past.read.add(path);
  }
  return past;
}

/** Takes over what an earlier message of this kind says. */
function addEarlier(past: Past, text: string): void {
  let heading = "";
  for (const line of text.split("\n")) {
    if (!line.startsWith("- ")) {
      heading = line;
      continue;
    }
    const item = line.slice(2);
    if (heading === headings.words) past.words.push(item);
    if (heading === headings.read) past.read.add(textIn(item));
    if (heading === headings.heard) past.heard.push(textIn(item));
    const [, name, count] = /^(\w+) (\d+)$/.exec(item) ?? [];
    if (heading !== headings.tools || name === undefined) continue;
    past.tools.set(name, (past.tools.get(name) ?? 0) + Number(count));
  }
}

function pathOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("path" in input)) return undefined;
  return typeof input.path === "string" ? input.path.slice(0, longestWords) : undefined;
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `- ${line}`)];
}

/** Every message keeps its beginning: each is a task somebody has given. */
function heardLines(heard: string[], room: number): string[] {
  const each = Math.floor(room / Math.max(1, heard.length)) - 10;
  if (each <= 0) return [];
  return heard.map((text) => {
    const whole = shown(text);
    return whole.length <= each ? whole : shown(`${text.slice(0, Math.floor(each / 2))}…`);
  });
}

function todoLine({ status, content }: Todo): string {
  return `[${status}] ${visibleLine(content).slice(0, longestWords)}`;
}

function shown(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

function textIn(item: string): string {
  try {
    const value: unknown = JSON.parse(item);
    return typeof value === "string" ? value : item;
  } catch {
    return item;
  }
}
