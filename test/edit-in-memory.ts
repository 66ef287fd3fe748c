import { jobTools } from "../src/agent/tools/job-tools.ts";
import type { ToolContext } from "../src/agent/tools/tool.ts";
import { checkChanges } from "../src/docs/check/check-changes.ts";
import { isBelow } from "../src/docs/site/paths.ts";
import {
  createEditor,
  type PastCall,
  type PastStep,
} from "../src/models/embedded/editor/steps/create-editor.ts";
import { memoryFiles } from "./memory-files.ts";
import { memoryOverlay } from "./memory-overlay.ts";

type Call = { name: string; input: Record<string, unknown> };

/** A whole job on files in memory, and what came of it. */
export type EditedInMemory = {
  /** Every file as it is in the end. */
  files: Map<string, string>;
  /** Paths that differ from what they were. */
  written: string[];
  /** What `finish` was called with. */
  end: { title: string; summary: string; messageToUser: string } | undefined;
  /** Every todo list that was handed over, as "status content" lines. */
  todos: string[][];
  steps: PastStep[];
  /** What the change broke, as path:line message. */
  broken: string[];
};

export type MemoryOptions = {
  docsFolder?: string;
  /** An error text for calls that are to fail. */
  fail?: (call: Call) => string | undefined;
};

const maxSteps = 60;

/** Runs a job of the embedded editor with the tools of real jobs: for tests and benchmarks. */
export async function editInMemory(
  instruction: string,
  files: Record<string, string>,
  options: MemoryOptions = {},
): Promise<EditedInMemory> {
  const { docsFolder = "" } = options;
  const context = memoryContext(files, docsFolder);
  const steps: PastStep[] = [];
  const todos: string[][] = [];
  let end: EditedInMemory["end"];
  const editor = createEditor();
  while (end === undefined && steps.length < maxSteps) {
    const input = { task: "edit" as const, instruction, ...(docsFolder !== "" && { docsFolder }) };
    const { text, calls } = editor(input, [...steps]);
    if (calls.length === 0) break;
    const past: PastCall[] = [];
    for (const { id, name, input: given } of calls) {
      const call: Call = { name, input: JSON.parse(JSON.stringify(given)) };
      const result = await callTool(context, call, options);
      past.push({ id, ...call, ...result });
      if (name === "set_todos") todos.push(todoLines(call.input.todos));
      if (name === "finish" && result.error === undefined) end = endOf(call.input);
    }
    steps.push({ text, calls: past });
  }
  const { broken } = await checkChanges({
    before: memoryFiles(files),
    after: context.overlay,
    docsFolder,
  });
  const after = new Map<string, string>();
  for (const { path } of context.overlay.list()) after.set(path, await context.overlay.read(path));
  return {
    files: after,
    written: context.overlay.changes().map(({ path }) => path),
    ...{ end, todos, steps },
    broken: broken.map(({ path, line, message }) => `${path}:${line} ${message}`),
  };
}

/** What tools of a job may touch, on files in memory. */
export function memoryContext(files: Record<string, string>, docsFolder = ""): ToolContext {
  const overlay = memoryOverlay(files);
  return {
    overlay: {
      ...overlay,
      async grep(query, { folder = "" } = {}) {
        const matches = [];
        const isWanted = (path: string) => path === folder || isBelow(folder, path);
        for (const { path } of overlay.list().filter((file) => isWanted(file.path))) {
          for (const [index, text] of (await overlay.read(path)).split("\n").entries())
            if (text.toLowerCase().includes(query.toLowerCase()))
              matches.push({ path, line: index + 1, text });
        }
        return { matches, more: 0, truncated: false };
      },
    },
    docsFolder,
    check: async () => ({ broken: [], knownBefore: 0, checks: [] }),
    searchDocs: async () => [],
  };
}

export const toolNames = jobTools.map(({ name }) => name);

/** What a tool says to a call, as a model is told. */
export async function callTool(
  context: ToolContext,
  call: Call,
  { fail }: MemoryOptions = {},
): Promise<Pick<PastCall, "output" | "error">> {
  const fault = fail?.(call);
  if (fault !== undefined) return { error: fault };
  const tool = jobTools.find(({ name }) => name === call.name);
  try {
    const result = await tool?.run(context, call.input);
    return { output: JSON.parse(JSON.stringify(result?.output)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function endOf(input: Record<string, unknown>): EditedInMemory["end"] {
  const text = (key: string) => String(input[key] ?? "");
  return { title: text("title"), summary: text("summary"), messageToUser: text("messageToUser") };
}

function todoLines(todos: unknown): string[] {
  if (!Array.isArray(todos)) return [];
  return todos.map((todo: Record<string, unknown>) => `${todo.status} ${todo.content}`);
}
