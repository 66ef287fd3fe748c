import type { AutomationRun } from "../../../../src/contract/automations.ts";
import { money } from "../../format.ts";
import { usePages } from "../../lists/use-pages.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { automationsApi } from "./automations-api.ts";
import { RunBadge } from "./run-badge.tsx";

type RunListProps = { domain: string; automationId: string };

/** Each time it started: why, what it did and what it cost. */
export function RunList({ domain, automationId }: RunListProps) {
  const list = usePages(
    `automation runs ${domain} ${automationId}`,
    (cursor) => automationsApi.runs(domain, { automation: automationId, cursor }),
    { live: ["automations", "changes"] },
  );
  const runs = list.pages?.flatMap((page) => page.runs);
  return (
    <Card title="Runs" isFlush>
      {list.error !== undefined && <LoadFailed error={list.error} retry={list.reload} />}
      {!runs && list.error === undefined && <Skeleton lines={3} />}
      {runs?.length === 0 && (
        <Empty icon="clock" title="It has not run yet" isSmall>
          <p>Each run is recorded here: why it started, what it did and what it cost.</p>
        </Empty>
      )}
      <ul className="rows" aria-label="Runs">
        {runs?.map((run) => (
          <RunRow key={run.id} domain={domain} run={run} />
        ))}
      </ul>
      <ShowMore {...list} />
    </Card>
  );
}

function RunRow({ domain, run }: { domain: string; run: AutomationRun }) {
  const { why, told, sessionId, change, costUsd, isFollowUp, createdAt } = run;
  return (
    <li className="row automation-run">
      <RunBadge run={run} />
      <div className="row-main">
        <span className="automation-why">{why}</span>
        {told && <span className="automation-told">{told}</span>}
      </div>
      <div className="row-facts">
        {costUsd > 0 && <span className="fact">{money(costUsd)}</span>}
        {sessionId && (
          <Link className="fact fact-link" to={paths.job(domain, sessionId)}>
            Job
          </Link>
        )}
        {change > 0 && (
          <Link className="fact fact-link" to={paths.change(domain, change)}>
            {isFollowUp ? "Sent further: change" : "Change"} {change}
          </Link>
        )}
        <span className="fact fact-time">
          <Time iso={createdAt} />
        </span>
      </div>
    </li>
  );
}
