import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { matchRoute } from "../../routes.ts";
import { isWaiting } from "../jobs/is-waiting.ts";

/** What a message to the job will lead to. */
export function followUpHint(session: AgentSession, changeNumber: number | undefined): string {
  if (isWaiting(session)) return "It reads this with its first step.";
  if (!session.haulted) return "It reads this with its next step.";
  const goesOn = `It goes on upon the branch ${session.branch}`;
  const number = changeNumber ?? numberIn(session.pullRequestLink);
  if (number !== undefined)
    return `${goesOn} and updates change ${number}, as long as that is open.`;
  if (session.pullRequestLink) return `${goesOn} and updates its change, as long as that is open.`;
  return `${goesOn} and proposes what it changes.`;
}

function numberIn(link: string): number | undefined {
  const address = webAddress(link);
  const screen = address && matchRoute(new URL(address).pathname);
  return screen && screen.name === "change" ? screen.number : undefined;
}
