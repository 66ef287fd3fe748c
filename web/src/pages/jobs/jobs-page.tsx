import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usePolling } from "../../use-polling.ts";
import { JobRow } from "./job-row.tsx";
import { NewJobDialog } from "./new-job-dialog.tsx";

/** Rows drawn before "Show more"; a project may have thousands of jobs. */
const rowsAtOnce = 50;
const pollMs = 5_000;

export function JobsPage({ project }: { project: ProjectSummary }) {
  const { domain } = project;
  const [isNew, setNew] = useState(false);
  const { data, error, reload } = useResource(`jobs ${domain}`, () => api.jobs(domain));
  const sessions = data?.allSessions;
  usePolling(sessions?.some(({ haulted }) => !haulted) ?? false, pollMs, () => void reload());
  return (
    <Page
      title="Jobs"
      lead="Tell Docent what to change in the docs. It works on a branch of its own and proposes a change."
      actions={
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          New job
        </Button>
      }
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {!sessions && error === undefined && <Skeleton lines={5} />}
        {sessions?.length === 0 && <NoJob onNew={() => setNew(true)} />}
        {sessions && sessions.length > 0 && <JobList sessions={sessions} domain={domain} />}
      </Card>
      {isNew && <NewJobDialog project={project} onClose={() => setNew(false)} />}
    </Page>
  );
}

function JobList({ sessions, domain }: { sessions: AgentSession[]; domain: string }) {
  const [shown, setShown] = useState(rowsAtOnce);
  return (
    <>
      <ul className="rows">
        {sessions.slice(0, shown).map((session) => (
          <JobRow key={session.sessionId} session={session} domain={domain} />
        ))}
      </ul>
      {sessions.length > shown && (
        <div className="rows-more">
          <Button look="quiet" onClick={() => setShown(shown + rowsAtOnce)}>
            Show more ({sessions.length - shown} older)
          </Button>
        </div>
      )}
    </>
  );
}

function NoJob({ onNew }: { onNew: () => void }) {
  return (
    <Empty icon="job" title="No job yet">
      <p>
        A job edits the docs for you: rename a term across pages, add a page or a section, repair
        broken links, fill in missing front matter.
      </p>
      <Button look="primary" icon="plus" onClick={onNew}>
        Start the first job
      </Button>
    </Empty>
  );
}
