import type { Change, ForgePull } from "../../../../src/contract/changes.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { ChangeBadge } from "../changes/change-badge.tsx";

export function ChangeFacts({ change, domain }: { change: Change; domain: string }) {
  const checksFailed = change.checks.filter(({ passed }) => !passed).length;
  return (
    <span className="facts" aria-live="polite">
      <ChangeBadge change={change} checksFailed={checksFailed} />
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
      {change.forge && <ForgeFacts forge={change.forge} state={change.state} />}
      {change.sessionId && (
        <Link to={paths.job(domain, change.sessionId)} className="fact fact-link">
          <Icon name="job" size={14} />
          Show job
        </Link>
      )}
    </span>
  );
}

const forgeNames: Record<ForgePull["kind"], string> = {
  github: "GitHub",
  gitlab: "GitLab",
  gitea: "Gitea",
};

/** What the forge says, and when it said so. */
function ForgeFacts({ forge, state }: { forge: ForgePull; state: Change["state"] }) {
  const address = webAddress(forge.url);
  return (
    <>
      {address && (
        <a href={address} className="fact fact-link" target="_blank" rel="noreferrer">
          <Icon name="external" size={14} />
          {forgeNames[forge.kind]} #{forge.number}
        </a>
      )}
      {forge.mergedBy && <span>merged by {forge.mergedBy}</span>}
      {state === "open" && forge.mergeability === "unknown" && (
        <span className="soft">the forge has not said yet whether it merges</span>
      )}
      <span className="soft">
        state as of <Time iso={forge.seenAt} />
      </span>
    </>
  );
}
