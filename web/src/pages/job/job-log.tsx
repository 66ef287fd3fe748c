import { memo } from "react";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { isWaiting } from "../jobs/is-waiting.ts";
import { JobStatus } from "../jobs/job-status.tsx";
import { FollowUp } from "./follow-up.tsx";
import type { JobItem, JobView } from "./job-view.ts";
import { JobWaiting } from "./job-waiting.tsx";
import { ToolCall } from "./tool-call.tsx";
import type { Connection } from "./use-job-stream.ts";

type JobLogProps = { session: AgentSession; view: JobView; connection: Connection };

/** What the agent says and does, and what it is told on its way, in order. */
export function JobLog({ session, view: { items, sent }, connection }: JobLogProps) {
  const isRunning = !session.haulted && !isWaiting(session);
  return (
    <section className="job-log" aria-label="What the job did">
      {items.map((item) => (
        <LogItem key={item.key} item={item} />
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

const LogItem = memo(function LogItem({ item }: { item: JobItem }) {
  if (item.type === "tool") return <ToolCall item={item} />;
  if (item.type === "error") return <Notice tone="bad">{item.text}</Notice>;
  if (item.type === "follow-up") return <FollowUp text={item.text} />;
  if (item.type === "ending") return <Ending session={item.session} />;
  return item.text.trim() === "" ? null : <Markdown text={item.text} />;
});

function Ending({ session }: { session: AgentSession }) {
  return (
    <div className="job-ending">
      <JobStatus session={session} />
      <p className="job-words">{session.messageToUser}</p>
    </div>
  );
}

function unreadNote({ haulted, haultReason }: AgentSession): string {
  if (haultReason === "interrupted") return "Not read: the job was cancelled before.";
  return haulted ? "Not read yet." : "Sent. The job reads it with its next step.";
}
