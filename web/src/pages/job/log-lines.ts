import type { AgentSession } from "../../../../src/contract/jobs.ts";
import type { JobItem } from "./job-view.ts";

/** An item of the log, and the step that begins with it. */
export type LogLine = { item: JobItem; step: number | undefined };

const ofSteps: ReadonlySet<JobItem["type"]> = new Set(["text", "tool"]);

/** The log line by line. The error that ended the job is told by its outcome, below it, and not twice. */
export function logLines(items: JobItem[], session: AgentSession): LogLine[] {
  const last = items.at(-1);
  const isTold = session.haulted && last?.type === "error" && last.text === session.messageToUser;
  let begun = 0;
  return (isTold ? items.slice(0, -1) : items).map((item) => {
    if (!ofSteps.has(item.type) || item.step === begun) return { item, step: undefined };
    begun = item.step;
    return { item, step: begun };
  });
}
