import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { Time } from "../../ui/time.tsx";
import { ChangeLink } from "../change/change-link.tsx";
import { JobStatus } from "../jobs/job-status.tsx";
import type { ProposedChange } from "./job-view.ts";

type JobFactsProps = { session: AgentSession; change: ProposedChange | undefined };

export function JobFacts({ session, change }: JobFactsProps) {
  const url = change?.url || session.pullRequestLink;
  return (
    <span className="facts" aria-live="polite">
      <JobStatus session={session} />
      <span>
        started <Time iso={session.createdAt} />
      </span>
      {url && <ChangeLink url={url} />}
      <span className="mono soft">{session.sessionId}</span>
    </span>
  );
}
