import type { AgentSession, JobEvent } from "../../contract/jobs.ts";
import type { Job } from "../../store/jobs/jobs.ts";

/** A job in the contract's words, where it is called a session. `waitsFor`: what keeps it from running, in a sentence. */
export function toSession(job: Job, domain: string, waitsFor = ""): AgentSession {
  return {
    sessionId: job.id,
    subdomain: domain,
    branch: job.branch,
    haulted: job.state === "halted",
    haultReason: job.haltReason === "" ? "processing" : job.haltReason,
    pullRequestLink: job.pullRequestLink,
    messageToUser: job.state === "queued" ? waitsFor : job.messageToUser,
    todos: job.todos,
    createdAt: job.createdAt,
  };
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
