import { Fragment, memo } from "react";
import type { JobStep } from "../../../../src/contract/job-list.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { isWaiting } from "../jobs/is-waiting.ts";
import { lookOfSession } from "../jobs/job-look.ts";
import { JobStatus } from "../jobs/job-status.tsx";
import { FollowUp } from "./follow-up.tsx";
import type { JobItem, JobView } from "./job-view.ts";
import { JobWaiting } from "./job-waiting.tsx";
import { logLines } from "./log-lines.ts";
import { StepLine } from "./step-line.tsx";
import { ToolCall } from "./tools/tool-call.tsx";
import type { Connection } from "./use-job-stream.ts";

type JobLogProps = {
  session: AgentSession;
  view: JobView;
  steps: JobStep[];
  connection: Connection;
};

/** What the agent says and does, and what it is told on its way, in order. */
export function JobLog({ session, view: { items, sent }, steps, connection }: JobLogProps) {
  const isRunning = !session.haulted && !isWaiting(session);
  return (
    <section className="job-log" aria-label="What the job did">
      {logLines(items, session).map(({ item, step }) => (
        <Fragment key={item.key}>
          {step !== undefined && (
            <StepLine index={step} step={steps.find(({ index }) => index === step)} />
          )}
          <LogItem item={item} isOver={session.haulted} />
        </Fragment>
      ))}
      {session.haulted && items.length === 0 && connection.state === "ended" && (
        <p className="soft">The job ended before it said or did anything.</p>
      )}
      {sent.map(({ key, text, state }) =>
        state === "accepted" ? <FollowUp key={key} text={text} note={unreadNote(session)} /> : null,
      )}
      {isWaiting(session) && <JobWaiting session={session} />}
      {isRunning && connection.state !== "failed" && <Spinner label="Working" />}
      {connection.state === "failed" && <Notice tone="bad">{connection.message}</Notice>}
    </section>
  );
}

type LogItemProps = { item: JobItem; isOver: boolean };

const LogItem = memo(function LogItem({ item, isOver }: LogItemProps) {
  if (item.type === "tool") return <ToolCall item={item} isOver={isOver} />;
  if (item.type === "error") return <Notice tone="bad">{item.text}</Notice>;
  if (item.type === "follow-up") return <FollowUp text={item.text} />;
  if (item.type === "ending") return <Ending session={item.session} />;
  return item.text.trim() === "" ? null : <Markdown text={item.text} />;
});

function Ending({ session }: { session: AgentSession }) {
  return (
    <div className="job-ending">
      <JobStatus look={lookOfSession(session)} />
      <p className="job-words">{session.messageToUser}</p>
    </div>
  );
}

function unreadNote({ haulted, haultReason }: AgentSession): string {
  if (haultReason === "interrupted") return "Not read: the job was cancelled before.";
  return haulted ? "Not read yet." : "Sent. The job reads it with its next step.";
}
