import type { JobSummary } from "../../../../src/contract/job-list.ts";
import { money, shorten } from "../../format.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeLink } from "../change/change-link.tsx";
import { Elapsed } from "./elapsed.tsx";
import { lookOfJob } from "./job-look.ts";
import { JobStatus } from "./job-status.tsx";

type JobRowProps = {
  job: JobSummary;
  domain: string;
  /** Without what it cost and which model it has. */
  isBrief?: boolean;
};

export function JobRow({ job, domain, isBrief = false }: JobRowProps) {
  const { startedAt, durationMs, state, model, costUsd } = job;
  return (
    <li className="row job-row">
      <JobStatus look={lookOfJob(job)} />
      <div className="row-main">
        <Link to={paths.job(domain, job.sessionId)} className="row-title">
          {job.title}
        </Link>
        <span className="row-sub">{shorten(newsOf(job), 180)}</span>
      </div>
      <div className="row-facts">
        {!isBrief && <span className="fact">{model}</span>}
        {!isBrief && costUsd > 0 && <span className="fact">{money(costUsd)}</span>}
        {startedAt !== null && (
          <span className="fact fact-duration" title="Time at work">
            <Icon name="clock" size={13} />
            <Elapsed ms={durationMs} isRunning={state === "running"} />
          </span>
        )}
        {job.pullRequestLink && <ChangeLink url={job.pullRequestLink} />}
        <span className="fact fact-time">
          <Time iso={job.createdAt} />
        </span>
      </div>
    </li>
  );
}

/** What a person wants to know first: the job's last word, or what it is busy with. */
function newsOf({ state, messageToUser, todos }: JobSummary): string {
  const now = todos.find(({ status }) => status === "in_progress");
  if (state === "running" && now) return now.content;
  return messageToUser || (state === "halted" ? "Ended without a message." : "Getting started.");
}
