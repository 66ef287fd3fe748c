import type { Todo } from "../../contract/jobs.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import { untilAborted } from "../../lib/until-aborted.ts";
import type { JobDocs } from "../checkout/job-docs.ts";
import { searchDocsTool } from "../tools/search-docs-tool.ts";
import type { ToolContext, ToolResult } from "../tools/tool.ts";
import type { Outcome, ToolCall } from "./job-progress.ts";

export type CallResult = { call: ToolCall } & (
  | { output: unknown; outcome?: Outcome | undefined }
  | { error: string }
);

type CallResults = {
  results: CallResult[];
  todos: Todo[] | undefined;
  outcome: Outcome | undefined;
};

type Deps = {
  docs: Pick<JobDocs, "runTool">;
  searchDocs: ToolContext["searchDocs"];
  signal: AbortSignal;
  log: Log;
};

/** Runs a step's tools one after the other. What fails is told to the model; only an abort is thrown. */
export async function runCalls(deps: Deps, calls: ToolCall[]): Promise<CallResults> {
  const all: CallResults = { results: [], todos: undefined, outcome: undefined };
  for (const call of calls) {
    const done = await runCall(deps, call, all.outcome !== undefined);
    if ("error" in done) {
      all.results.push({ call, error: done.error });
      continue;
    }
    all.results.push({ call, output: done.output, outcome: done.outcome });
    all.todos = done.todos ?? all.todos;
    all.outcome = done.outcome ?? all.outcome;
  }
  return all;
}

async function runCall(
  deps: Deps,
  call: ToolCall,
  isOver: boolean,
): Promise<ToolResult | { error: string }> {
  deps.signal.throwIfAborted();
  if (call.problem !== undefined) return { error: call.problem };
  if (isOver) return { error: "The job has been finished: nothing runs after finish." };
  try {
    // One that is left behind can do no harm: its checkout is dropped with it.
    return await untilAborted(runTool(deps, call), deps.signal);
  } catch (error) {
    deps.signal.throwIfAborted();
    if (error instanceof AppError) return { error: error.message };
    deps.log.error({ err: error, tool: call.name }, "a tool failed");
    return { error: "The tool failed for a reason of its own. Try another way." };
  }
}

/** The search index is here; everything else reads texts. */
function runTool({ docs, searchDocs }: Deps, { name, input }: ToolCall): Promise<ToolResult> {
  if (name === searchDocsTool.name) return searchDocsTool.run({ searchDocs }, input);
  return docs.runTool(name, input);
}
