import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { shorten } from "../../format.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeLink } from "../change/change-link.tsx";
import { JobStatus } from "./job-status.tsx";

type JobRowProps = { session: AgentSession; domain: string };

export function JobRow({ session, domain }: JobRowProps) {
  const done = session.todos.filter(({ status }) => status === "completed").length;
  return (
    <li className="row job-row">
      <JobStatus session={session} />
      <div className="row-main">
        <Link to={paths.job(domain, session.sessionId)} className="row-title mono">
          {session.branch || session.sessionId}
        </Link>
        <span className="row-sub">{shorten(newsOf(session), 180)}</span>
      </div>
      <div className="row-facts">
        {session.todos.length > 0 && (
          <span className="fact" title="To-dos done">
            <Icon name="list" size={14} />
            {done}/{session.todos.length}
          </span>
        )}
        {session.pullRequestLink && <ChangeLink url={session.pullRequestLink} />}
        <span className="fact fact-time">
          <Time iso={session.createdAt} />
        </span>
      </div>
    </li>
  );
}

/** What a person wants to know first: the job's last word, or what it is busy with. */
function newsOf({ haulted, messageToUser, todos }: AgentSession): string {
  const now = todos.find(({ status }) => status === "in_progress");
  if (!haulted && now) return now.content;
  return messageToUser || (haulted ? "Ended without a message." : "Getting started.");
}
