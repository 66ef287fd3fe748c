import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay } from "../../use-may.ts";
import { JobQuestions } from "../change/proof/job-questions.tsx";
import { isWaiting } from "../jobs/is-waiting.ts";
import { lookOfSession } from "../jobs/job-look.ts";
import { CancelJobDialog } from "./cancel-job-dialog.tsx";
import { FollowUpForm } from "./follow-up-form.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobInstruction } from "./job-instruction.tsx";
import { JobLog } from "./job-log.tsx";
import { JobNumbers } from "./job-numbers.tsx";
import { JobOutcome } from "./job-outcome.tsx";
import { wholeInstruction } from "./job-session.ts";
import { RetryButton } from "./retry-button.tsx";
import { RunAgain } from "./run-again.tsx";
import { TodoList } from "./todo-list.tsx";
import { useFollowing } from "./use-following.ts";
import { useJob } from "./use-job.ts";

/** So many lines of a log fill more than a screen. */
const longLog = 15;

type JobPageProps = { project: ProjectSummary; sessionId: string };

export function JobPage({ project: { domain }, sessionId }: JobPageProps) {
  const job = useJob(domain, sessionId);
  const { session, detail, view, connection } = job;
  const title = detail?.title || "Job";
  const state = session && lookOfSession(session, detail?.change).label;
  useFollowing(view, session !== undefined && !session.haulted);
  return (
    <Page
      title={title}
      tabTitle={state ? `${state} · ${title}` : title}
      back={{ to: paths.section(domain, "jobs"), label: "Jobs" }}
      lead={
        session && (
          <JobFacts
            {...{ session, detail, change: view.change }}
            hasLongLog={view.items.length > longLog}
          />
        )
      }
      actions={session && <JobActions job={job} session={session} domain={domain} />}
    >
      {job.error !== undefined && <LoadFailed error={job.error} retry={job.reload} />}
      {connection.state === "retrying" && (
        <Notice tone="warn">The connection was lost. The job goes on; reconnecting…</Notice>
      )}
      {!session && job.error === undefined && <Skeleton lines={4} />}
      {detail && <JobInstruction text={wholeInstruction(detail)} />}
      {session && (
        <div className="job-columns">
          <JobMain job={job} session={session} domain={domain} />
          <JobAside job={job} session={session} domain={domain} />
        </div>
      )}
    </Page>
  );
}

type PartProps = { job: ReturnType<typeof useJob>; session: AgentSession };

function JobMain({ job, session, domain }: PartProps & { domain: string }) {
  const { detail, view, connection, send } = job;
  const mayAct = useMay("editor");
  return (
    <div className="job-main">
      <JobLog
        session={session}
        view={view}
        steps={detail?.stepList ?? []}
        connection={connection}
      />
      <JobOutcome
        session={session}
        detail={detail}
        change={view.change}
        actions={mayAct && detail && <RunAgain domain={domain} detail={detail} />}
      />
      {mayAct && <FollowUpForm session={session} change={view.change} send={send} />}
    </div>
  );
}

function JobAside({ job: { view, detail }, session, domain }: PartProps & { domain: string }) {
  // The record may hear of the end before the stream has told all of it.
  const todos = session.haulted ? session.todos : (view.todos ?? session.todos);
  const isWorking = !session.haulted && !isWaiting(session);
  return (
    <aside className="job-aside" aria-label="About this job">
      <div className="job-plan">
        <Card title="To-dos" aside={<span className="soft">{progress(todos)}</span>}>
          <TodoList todos={todos} isRunning={isWorking} />
        </Card>
      </div>
      {detail?.acceptance && <JobQuestions domain={domain} detail={detail} />}
      {detail && (
        <Card title="Details">
          <JobNumbers detail={detail} />
        </Card>
      )}
    </aside>
  );
}

function JobActions({ job, session, domain }: PartProps & { domain: string }) {
  const [isCancelling, setCancelling] = useState(false);
  const mayAct = useMay("editor");
  if (!mayAct) return null;
  return (
    <>
      {!job.detail?.modelFault && <RetryButton session={session} retry={job.retry} />}
      {!session.haulted && (
        <Button icon="stop" onClick={() => setCancelling(true)}>
          Cancel job
        </Button>
      )}
      {isCancelling && !session.haulted && (
        <CancelJobDialog
          domain={domain}
          sessionId={session.sessionId}
          onCancelled={job.replace}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  );
}

function progress(todos: AgentSession["todos"]): string {
  const done = todos.filter(({ status }) => status === "completed").length;
  return todos.length > 0 ? `${done} of ${todos.length}` : "";
}
