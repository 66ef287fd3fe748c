import type { AgentSession, JobEvent } from "../../contract/jobs.ts";
import type { Database } from "../../store/database.ts";
import type { ForgeWait } from "../../store/jobs/forge-wait.ts";
import { type Job, jobWaits } from "../../store/jobs/jobs.ts";
import { shortInstruction } from "../../store/jobs/texts-of.ts";

/** A job in the contract's words, where it is called a session. `waitsFor`: what keeps it from running, in a sentence. */
export function toSession(job: Job, domain: string, waitsFor = ""): AgentSession {
  return {
    sessionId: job.id,
    subdomain: domain,
    instruction: shortInstruction(job.messages),
    branch: job.branch,
    haulted: job.state === "halted",
    haultReason: job.haltReason === "" ? "processing" : job.haltReason,
    pullRequestLink: job.pullRequestLink,
    messageToUser: wordsOf(job, waitsFor),
    todos: job.todos,
    createdAt: job.createdAt,
  };
}

/** What a job has to say: its last words or, while it waits, what it waits for. */
export function wordsOf(
  { state, messageToUser, forgeWait }: Pick<Job, "state" | "messageToUser" | "forgeWait">,
  waitsFor: string,
): string {
  if (state === "halted") return messageToUser;
  if (forgeWait) return waitingText(forgeWait);
  return state === "queued" ? waitsFor : messageToUser;
}

function waitingText({ reason, nextTryAt }: ForgeWait): string {
  return `Waits for the forge: ${reason} The work is kept. Next try at ${nextTryAt.slice(11, 19)} UTC.`;
}

export function sessionEvent(job: Job, domain: string, waitsFor = ""): JobEvent {
  return { type: "data-session", id: job.id, data: toSession(job, domain, waitsFor) };
}

/** The first events of a turn. */
export function startEvents(job: Job, domain: string, waitsFor = ""): JobEvent[] {
  return [
    { type: "start", messageId: job.id },
    sessionEvent(job, domain, waitsFor),
    { type: "data-todos", id: "todos", data: job.todos },
  ];
}

/** Tells what a job that is queued waits for, in a sentence. */
export async function waitsForOf(
  db: Database,
  projectId: string,
): Promise<(job: Pick<Job, "id" | "branch">) => string> {
  const { before, lastOf, running } = await jobWaits(db, projectId);
  return ({ id, branch }) => {
    const earlier = before.has(id) ? before.get(id) : lastOf.get(branch);
    if (earlier !== undefined)
      return `Waits for session ${earlier}: it works on the same branch, "${branch}", and jobs on one branch run one after the other.`;
    if (running === 0) return "Waits for a worker to take it.";
    return `Waits for a free worker: ${running === 1 ? "one job is" : `${running} jobs are`} running now.`;
  };
}
