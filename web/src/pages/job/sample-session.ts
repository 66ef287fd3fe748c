import type { AgentSession } from "../../../../src/contract/jobs.ts";

/** A running session for tests. */
export function sampleSession(more: Partial<AgentSession> = {}): AgentSession {
  return {
    sessionId: "job_1",
    subdomain: "acme",
    instruction: "Rename it.",
    branch: "docs/x",
    haulted: false,
    haultReason: "processing",
    pullRequestLink: "",
    messageToUser: "",
    todos: [],
    createdAt: "2030-01-01T00:00:00.000Z",
    ...more,
  };
}
