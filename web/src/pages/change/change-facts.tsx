import type { Change } from "../../../../src/contract/changes.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeBadge } from "../changes/change-badge.tsx";

export function ChangeFacts({ change, domain }: { change: Change; domain: string }) {
  return (
    <span className="facts" aria-live="polite">
      <ChangeBadge change={change} />
      <span>#{change.number}</span>
      <span className="branches mono">
        <span className="branch">{change.head}</span>
        <Icon name="right" size={12} />
        <span className="visually-hidden">into</span>
        <span className="branch">{change.base}</span>
      </span>
      <span className="mono soft">{change.headCommit.slice(0, 8)}</span>
      <span>
        updated <Time iso={change.updatedAt} />
      </span>
      {change.sessionId && (
        <Link to={paths.job(domain, change.sessionId)} className="fact fact-link">
          <Icon name="job" size={14} />
          Show job
        </Link>
      )}
    </span>
  );
}
