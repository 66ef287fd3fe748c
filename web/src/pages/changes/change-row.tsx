import type { ChangeSummary } from "../../../../src/contract/changes.ts";
import { count } from "../../format.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeBadge } from "./change-badge.tsx";

export function ChangeRow({ change, domain }: { change: ChangeSummary; domain: string }) {
  const failed = change.checksFailed;
  return (
    <li className="row change-row">
      <ChangeBadge change={change} />
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
        {change.checksRun > 0 && (
          <span className={failed ? "fact fact-bad" : "fact fact-good"}>
            <Icon name={failed ? "alert" : "check"} size={14} />
            {failed ? `${count(failed, "check")} failed` : "Checks passed"}
          </span>
        )}
        {change.state === "open" && change.forge && change.forge.blockedBy.length > 0 && (
          <span className="fact fact-bad" title={change.forge.blockedBy.join(" ")}>
            <Icon name="alert" size={14} />
            Blocked
          </span>
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
