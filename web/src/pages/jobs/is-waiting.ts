import type { AgentSession } from "../../../../src/contract/jobs.ts";

/** A job that runs has no words for people yet; one that waits says what it waits for. */
export function isWaiting({ haulted, messageToUser }: AgentSession): boolean {
  return !haulted && messageToUser !== "";
}
