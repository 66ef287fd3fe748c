import type { JobDetail } from "../../../../src/contract/job-list.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { money } from "../../format.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeLink } from "../change/change-link.tsx";
import { Elapsed } from "../jobs/elapsed.tsx";
import { type JobLook, lookOfSession } from "../jobs/job-look.ts";
import { JobStatus } from "../jobs/job-status.tsx";
import { outcomeId } from "./job-outcome.tsx";
import type { ProposedChange } from "./job-view.ts";

type JobFactsProps = {
  session: AgentSession;
  detail: JobDetail | undefined;
  change: ProposedChange | undefined;
  /** The outcome is far down. */
  hasLongLog: boolean;
};

export function JobFacts({ session, detail, change, hasLongLog }: JobFactsProps) {
  const url = change?.url || session.pullRequestLink;
  const look = lookOfSession(session, detail?.change);
  return (
    <span className="facts">
      <span aria-live="polite">
        <JobStatus look={look} />
      </span>
      {detail && <Worked detail={detail} look={look} />}
      {detail && <span>{detail.model}</span>}
      {detail && detail.costUsd > 0 && <span title="Cost">{money(detail.costUsd)}</span>}
      <span>
        started <Time iso={session.createdAt} />
        {detail?.startedBy && ` by ${detail.startedBy}`}
      </span>
      {url && <ChangeLink url={url} />}
      {session.haulted && hasLongLog && (
        <Button isSmall look="quiet" icon="down" onClick={goToOutcome}>
          How it ended
        </Button>
      )}
    </span>
  );
}

function goToOutcome(): void {
  const outcome = document.getElementById(outcomeId);
  outcome?.scrollIntoView({ block: "center" });
  outcome?.focus({ preventScroll: true });
}

function Worked({ detail, look }: { detail: JobDetail; look: JobLook }) {
  if (detail.startedAt === null) return null;
  return (
    <span className="fact" title="Time at work">
      <Icon name="clock" size={13} />
      <Elapsed ms={detail.durationMs} isRunning={look.isLive === true} />
    </span>
  );
}
