import type { JobDocs } from "../src/agent/checkout/job-docs.ts";
import { jobTools } from "../src/agent/tools/job-tools.ts";
import type { ToolContext } from "../src/agent/tools/tool.ts";
import { AppError } from "../src/lib/app-error.ts";

/** The docs of a job, read on the thread of the test. */
export function localDocs({ overlay, ...context }: ToolContext): JobDocs {
  const elsewhere = () => Promise.reject(new Error("this is not read here"));
  return {
    changes: () => overlay.changes(),
    notWritten: () => overlay.refused(),
    tooCostly: () => [],
    async runTool(name, input) {
      const tool = jobTools.find((one) => one.name === name);
      if (!tool) throw new AppError("not_found", `There is no tool named ${name}.`);
      return tool.run({ overlay, ...context }, input);
    },
    check: context.check,
    describe: elsewhere,
    planEdit: elsewhere,
    lines: elsewhere,
    present: elsewhere,
  };
}
