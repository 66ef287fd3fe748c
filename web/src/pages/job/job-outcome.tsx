import type { ReactNode } from "react";
import type { JobDetail } from "../../../../src/contract/job-list.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { count } from "../../format.ts";
import { Notice } from "../../ui/notice.tsx";
import { ChangeLink } from "../change/change-link.tsx";
import { isUnsound } from "../jobs/job-look.ts";
import type { ProposedChange } from "./job-view.ts";
import { modelAdvice, modelHeadline } from "./model-advice.ts";

const titles: Partial<Record<AgentSession["haultReason"], string>> = {
  error: "The job failed",
  interrupted: "The job was cancelled",
  github_missconfigured: "The forge refused the change",
};

export const outcomeId = "outcome";

type JobOutcomeProps = {
  session: AgentSession;
  detail: JobDetail | undefined;
  change: ProposedChange | undefined;
  /** What can be done from here. */
  actions: ReactNode;
};

/** How a job ended, at the end of its log, and where to go from there. */
export function JobOutcome({ session, detail, change, actions }: JobOutcomeProps) {
  const { haulted, haultReason, messageToUser, pullRequestLink } = session;
  if (!haulted) return null;
  const url = change?.url || pullRequestLink;
  const fault = detail?.modelFault ?? undefined;
  const words =
    messageToUser || (haultReason === "completed" ? "" : "Send a follow-up to try again.");
  const title = fault ? modelHeadline(fault) : titleOf(session, detail, change);
  return (
    <section id={outcomeId} className="job-outcome" aria-label="How it ended" tabIndex={-1}>
      <Notice tone={toneOf(session, detail, url)} title={title}>
        {words && <p className="job-words">{words}</p>}
        {fault && <p>{modelAdvice(fault)}</p>}
        {detail?.proof?.sentence && <p className="job-proof">{detail.proof.sentence}.</p>}
        {detail?.proof?.readers.sentence && <p>{detail.proof.readers.sentence}.</p>}
        {url && <ChangeLink url={url} label={change ? change.title : "Review the change"} />}
        {actions}
      </Notice>
    </section>
  );
}

function titleOf(
  { haultReason, pullRequestLink }: AgentSession,
  detail: JobDetail | undefined,
  change: ProposedChange | undefined,
): string {
  const ended = titles[haultReason];
  if (ended !== undefined) return ended;
  if (detail?.change && isUnsound(detail.change))
    return `The change is a draft: ${count(detail.change.checksFailed, "check")} failed`;
  if (change?.draft) return "The change is a draft";
  return change || pullRequestLink ? "The change is ready to review" : "Nothing to change";
}

function toneOf({ haultReason }: AgentSession, detail: JobDetail | undefined, url: string) {
  if (haultReason === "error") return "bad";
  if (haultReason !== "completed" || isUnsound(detail?.change ?? null)) return "warn";
  return url ? "good" : "info";
}
