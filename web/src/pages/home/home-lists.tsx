import type { ChangeSummary } from "../../../../src/contract/changes.ts";
import type { JobSummary } from "../../../../src/contract/job-list.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ChangeRow } from "../changes/change-row.tsx";
import { JobRow } from "../jobs/job-row.tsx";

const shownAtMost = 4;

type RecentJobsProps = { jobs: JobSummary[] | undefined; domain: string };

export function RecentJobs({ jobs, domain }: RecentJobsProps) {
  const to = paths.section(domain, "jobs");
  return (
    <Card title="Recent jobs" isFlush aside={<AllLink to={to} label="All jobs" />}>
      {!jobs && <Skeleton lines={4} />}
      {jobs?.length === 0 && (
        <Empty icon="job" title="No job yet" isSmall>
          <p>A job edits the docs on a branch and proposes a change.</p>
          <LinkButton to={to} isSmall icon="plus">
            Start a job
          </LinkButton>
        </Empty>
      )}
      <ul className="rows">
        {jobs?.slice(0, shownAtMost).map((job) => (
          <JobRow key={job.sessionId} job={job} domain={domain} isBrief />
        ))}
      </ul>
    </Card>
  );
}

type OpenChangesProps = { changes: ChangeSummary[] | undefined; domain: string };

export function OpenChanges({ changes, domain }: OpenChangesProps) {
  const to = paths.section(domain, "changes");
  return (
    <Card title="Changes to review" isFlush aside={<AllLink to={to} label="All changes" />}>
      {!changes && <Skeleton lines={3} />}
      {changes?.length === 0 && (
        <Empty icon="check" title="Nothing to review" isSmall>
          <p>A job that edits the docs puts its change here.</p>
        </Empty>
      )}
      <ul className="rows">
        {changes?.slice(0, shownAtMost).map((change) => (
          <ChangeRow key={change.number} change={change} domain={domain} />
        ))}
      </ul>
    </Card>
  );
}

function AllLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="card-link">
      {label}
    </Link>
  );
}
