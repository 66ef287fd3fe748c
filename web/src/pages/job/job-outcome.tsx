import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { Notice } from "../../ui/notice.tsx";
import { ChangeLink } from "../change/change-link.tsx";
import type { ProposedChange } from "./job-view.ts";

const titles: Partial<Record<AgentSession["haultReason"], string>> = {
  error: "The job failed",
  interrupted: "The job was cancelled",
  github_missconfigured: "The forge refused the change",
};

type JobOutcomeProps = { session: AgentSession; change: ProposedChange | undefined };

/** How a job ended, and where to go from there. */
export function JobOutcome({ session, change }: JobOutcomeProps) {
  const { haulted, haultReason, messageToUser, pullRequestLink } = session;
  if (!haulted) return null;
  const url = change?.url || pullRequestLink;
  const isGood = haultReason === "completed";
  const proposed = change?.draft ? "The change is a draft" : "The change is ready to review";
  const title = titles[haultReason] ?? (url ? proposed : "Nothing to change");
  const words = messageToUser || (isGood ? "" : "Send a follow-up to try again.");
  return (
    <Notice tone={isGood ? (url ? "good" : "info") : "warn"} title={title}>
      {words && <p className="job-words">{words}</p>}
      {url && <ChangeLink url={url} label={change ? change.title : "Review the change"} />}
    </Notice>
  );
}
