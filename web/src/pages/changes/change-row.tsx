import type { ChangeSummary } from "../../../../src/contract/changes.ts";
import { count } from "../../format.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeBadge } from "./change-badge.tsx";

export function ChangeRow({ change, domain }: { change: ChangeSummary; domain: string }) {
  return (
    <li className="row change-row">
      <ChangeBadge change={change} checksFailed={change.checksFailed} />
      <div className="row-main">
        <Link to={paths.change(domain, change.number)} className="row-title">
          {change.title || `Change ${change.number}`}
        </Link>
        <span className="row-sub">
          #{change.number}
          {change.forge && ` (#${change.forge.number} on the forge)`} ·{" "}
          <span className="mono">{change.head}</span> into{" "}
          <span className="mono">{change.base}</span>
        </span>
      </div>
      <div className="row-facts">
        <Verdicts change={change} />
        {change.comments > 0 && (
          <span className="fact" title={count(change.comments, "comment")}>
            <Icon name="chat" size={14} />
            {change.comments}
            <span className="visually-hidden">
              {change.comments === 1 ? "comment" : "comments"}
            </span>
          </span>
        )}
        {change.sessionId && (
          <Link to={paths.job(domain, change.sessionId)} className="fact fact-link">
            <Icon name="job" size={14} />
            Job
            <span className="visually-hidden">of change {change.number}</span>
          </Link>
        )}
        <span className="fact fact-time">
          <Time iso={change.updatedAt} />
        </span>
        {change.forge && change.state === "open" && (
          <span className="fact fact-time soft">
            as of <Time iso={change.forge.seenAt} />
          </span>
        )}
      </div>
    </li>
  );
}

function Verdicts({ change }: { change: ChangeSummary }) {
  const { checksRun, checksFailed, state, forge } = change;
  const isBlocked = state === "open" && forge !== undefined && forge.blockedBy.length > 0;
  return (
    <>
      {checksRun > 0 && (
        <span className={checksFailed ? "fact fact-warn" : "fact fact-good"}>
          <Icon name={checksFailed ? "alert" : "check"} size={14} />
          {checksFailed ? `${count(checksFailed, "check")} failed` : "Checks passed"}
        </span>
      )}
      {isBlocked && (
        <span className="fact fact-warn" title={forge.blockedBy.join(" ")}>
          <Icon name="alert" size={14} />
          Blocked
        </span>
      )}
    </>
  );
}
