import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CancelJobDialog } from "./cancel-job-dialog.tsx";
import { FollowUpForm } from "./follow-up-form.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobLog } from "./job-log.tsx";
import { JobOutcome } from "./job-outcome.tsx";
import { RetryButton } from "./retry-button.tsx";
import { TodoList } from "./todo-list.tsx";
import { useFollowing } from "./use-following.ts";
import { useJob } from "./use-job.ts";

type JobPageProps = { project: ProjectSummary; sessionId: string };

export function JobPage({ project: { domain }, sessionId }: JobPageProps) {
  const [isCancelling, setCancelling] = useState(false);
  const { session, view, connection, send, ...job } = useJob(domain, sessionId);
  const todos = view.todos ?? session?.todos ?? [];
  const isRunning = session !== undefined && !session.haulted;
  useFollowing(view, isRunning);
  return (
    <Page
      title={session?.branch || "Job"}
      back={{ to: paths.section(domain, "jobs"), label: "Jobs" }}
      lead={session && <JobFacts session={session} change={view.change} />}
      actions={
        <>
          {session && <RetryButton session={session} retry={job.retry} />}
          {isRunning && (
            <Button icon="stop" onClick={() => setCancelling(true)}>
              Cancel job
            </Button>
          )}
        </>
      }
    >
      {job.error !== undefined && <LoadFailed error={job.error} retry={job.reload} />}
      {connection.state === "retrying" && (
        <Notice tone="warn">The connection was lost. The job goes on; reconnecting…</Notice>
      )}
      {session && <JobOutcome session={session} change={view.change} />}
      {!session && job.error === undefined && <Skeleton lines={4} />}
      {session && (
        <div className="job-columns">
          <div className="job-main">
            <JobLog session={session} view={view} connection={connection} />
            <FollowUpForm session={session} change={view.change} send={send} />
          </div>
          <aside className="job-aside">
            <Card title="To-dos" aside={<span className="soft">{progress(todos)}</span>}>
              <TodoList todos={todos} isRunning={isRunning} />
            </Card>
          </aside>
        </div>
      )}
      {isCancelling && isRunning && (
        <CancelJobDialog
          domain={domain}
          sessionId={sessionId}
          onCancelled={job.replace}
          onClose={() => setCancelling(false)}
        />
      )}
    </Page>
  );
}

function progress(todos: AgentSession["todos"]): string {
  const done = todos.filter(({ status }) => status === "completed").length;
  return todos.length > 0 ? `${done} of ${todos.length}` : "";
}
