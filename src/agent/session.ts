import type { AgentSession, JobEvent } from "../contract/jobs.ts";
import type { Job } from "../store/jobs.ts";

/** A job in the contract's words, where it is called a session. */
export function toSession(job: Job, domain: string): AgentSession {
  return {
    sessionId: job.id,
    subdomain: domain,
    branch: job.branch,
    haulted: job.state === "halted",
    haultReason: job.haltReason === "" ? "processing" : job.haltReason,
    pullRequestLink: job.pullRequestLink,
    messageToUser: job.messageToUser,
    todos: job.todos,
    createdAt: job.createdAt,
  };
}

export function sessionEvent(job: Job, domain: string): JobEvent {
  return { type: "data-session", id: job.id, data: toSession(job, domain) };
}
