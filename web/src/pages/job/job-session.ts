import type { JobDetail } from "../../../../src/contract/job-list.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";

/** A job's record in the words of its stream. */
export function sessionOf(job: JobDetail, subdomain: string): AgentSession {
  const { sessionId, instruction, branch, state, haultReason } = job;
  const { pullRequestLink, messageToUser, todos, createdAt } = job;
  return {
    ...{ sessionId, subdomain, instruction, branch, haulted: state === "halted", haultReason },
    ...{ pullRequestLink, messageToUser, todos, createdAt },
  };
}

/** The record once another call has said more of the job. */
export function withSession(job: JobDetail, session: AgentSession): JobDetail {
  const { haulted, haultReason, pullRequestLink, messageToUser, todos } = session;
  const goesOn = job.state === "halted" ? "queued" : job.state;
  return {
    ...job,
    ...{ state: haulted ? "halted" : goesOn, haultReason, pullRequestLink, messageToUser, todos },
    ...(!haulted && { endedAt: null, modelFault: null }),
  };
}

/** What a job was asked, as one text to read and to edit: an assistant's words before it are no part of it. */
export function wholeInstruction({ messages }: Pick<JobDetail, "messages">): string {
  const asked = messages.filter(({ role }) => role !== "assistant");
  return (asked.length > 0 ? asked : messages).map(({ content }) => content).join("\n\n");
}
