import {
  createEditor,
  type PastCall,
  type PastStep,
} from "../src/models/embedded/editor/steps/create-editor.ts";
import {
  callMemoryTool,
  type MemoryDocs,
  type MemoryLimits,
  openMemoryDocs,
} from "./memory-docs.ts";

type Call = { name: string; input: Record<string, unknown> };

export type MemoryOptions = MemoryLimits & {
  /** An error text for calls that are to fail. */
  fail?: (call: Call) => string | undefined;
};

const maxSteps = 60;

/** Runs a whole job on files in memory: for tests and benchmarks. */
export function editInMemory(
  instruction: string,
  files: Record<string, string>,
  options: MemoryOptions = {},
): MemoryDocs & { steps: PastStep[] } {
  const docs = { ...openMemoryDocs(files), steps: [] as PastStep[] };
  const editor = createEditor();
  while (docs.end === undefined && docs.steps.length < maxSteps) {
    const { text, calls } = editor({ task: "edit", instruction }, [...docs.steps]);
    if (calls.length === 0) break;
    const past = calls.map(({ id, name, input }): PastCall => {
      const call: Call = { name, input: JSON.parse(JSON.stringify(input)) };
      return { id, ...call, ...resultOf(docs, call, options) };
    });
    docs.steps.push({ text, calls: past });
  }
  return docs;
}

function resultOf(
  docs: MemoryDocs,
  call: Call,
  options: MemoryOptions,
): Pick<PastCall, "output" | "error"> {
  const fault = options.fail?.(call);
  if (fault !== undefined) return { error: fault };
  try {
    return { output: callMemoryTool(docs, call, options) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
