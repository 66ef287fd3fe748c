import type { z } from "zod";
import type { Todo } from "../../contract/jobs.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import type { Overlay } from "../../git/overlay/overlay.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Outcome } from "../run/job-progress.ts";

/** A passage of the docs as a tool shows it. */
export type FoundPassage = {
  /** Path from the top of the repository. */
  path: string;
  title: string;
  heading: string;
  startLine: number;
  endLine: number;
  content: string;
};

/** What tools may touch, and nothing else: there is no file system, shell or network behind it. */
export type ToolContext = {
  /** The checkout: a commit of the repository and the changes made on top of it. */
  overlay: Overlay;
  /** Folder of the docs in the repository; "" for all of it. */
  docsFolder: string;
  /** Other folders of the repository that the project's docs come from too. */
  otherFolders?: string[] | undefined;
  /** Checks what the job has changed so far. */
  check(): Promise<CheckReport>;
  /** Searches the project's docs as they were last synced. */
  searchDocs(query: string, limit: number): Promise<FoundPassage[]>;
};

export type ToolResult = {
  /** Given to the model and shown in the stream: plain JSON, bounded in size. */
  output: unknown;
  /** The new todo list, when the tool sets one. */
  todos?: Todo[];
  /** Ends the job, when the tool says that it is done. */
  outcome?: Outcome;
};

/** One thing the model can do. */
export type Tool<Context = ToolContext> = {
  /** As the model calls it, in snake_case. */
  name: string;
  /** What it does and when to use it, for the model. */
  description: string;
  /** What it takes, for the model. */
  input: z.ZodType;
  /**
   * Runs it, whatever the model gave as input. An AppError becomes an error result with its sentence; anything else is a fault of ours and the model is
   * told no more than that. Over the same checkout and with the same input it must do the same again, because a step
   * that was cut off is repeated. It never retries, and the loop watches the clock for it.
   */
  run(context: Context, input: unknown): Promise<ToolResult>;
};

/** A tool whose `run` gets what its own schema has read. */
export function defineTool<Schema extends z.ZodType, Context = ToolContext>(
  tool: Omit<Tool, "input" | "run"> & {
    input: Schema;
    run(context: Context, input: z.output<Schema>): Promise<ToolResult>;
  },
): Tool<Context> {
  return {
    ...tool,
    async run(context, given) {
      const input = tool.input.safeParse(given);
      if (input.success) return tool.run(context, input.data);
      const faults = input.error.issues.slice(0, 10).map(faultText);
      throw new AppError("invalid_request", `The input does not fit. ${faults.join("; ")}`);
    },
  };
}

function faultText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}
