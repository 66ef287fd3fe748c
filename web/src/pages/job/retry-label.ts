import type { AgentSession } from "../../../../src/contract/jobs.ts";

/** What the button says that proposes a job's work again; "" where there is nothing to propose. */
export function retryLabel({ haulted, haultReason, messageToUser }: AgentSession): string {
  if (!haulted) return messageToUser.startsWith("Waits for the forge: ") ? "Try now" : "";
  return haultReason === "error" || haultReason === "github_missconfigured" ? "Propose again" : "";
}
