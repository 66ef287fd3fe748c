import type { Automation } from "../../../../src/contract/automations.ts";
import { useResource } from "../../resource.tsx";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useMay } from "../../use-may.ts";
import { automationsApi } from "./automations-api.ts";
import { CodeRepositories } from "./code-repositories.tsx";
import { AutomationBadge, RunBadge } from "./run-badge.tsx";

export function AutomationList({ domain }: { domain: string }) {
  const mayMake = useMay("editor");
  const { data, error, reload } = useResource(
    `automations ${domain}`,
    () => automationsApi.list(domain),
    { live: ["automations"] },
  );
  const all = data?.automations;
  const current = all?.filter(({ state }) => state !== "deleted");
  const deleted = all?.filter(({ state }) => state === "deleted") ?? [];
  const make = mayMake && (
    <LinkButton look="primary" icon="plus" to={paths.automations(domain, "new")}>
      New automation
    </LinkButton>
  );
  return (
    <Page
      title="Automations"
      lead="Jobs that start by themselves: on a schedule, after code changes, or when readers keep asking for the same."
      actions={current && current.length > 0 && make}
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {!all && error === undefined && <Skeleton lines={4} />}
        {current?.length === 0 && (
          <Empty icon="automation" title="No automation yet">
            <p>
              Let Docent tidy up every Monday, keep the docs in step with your code, or write what
              readers look for. Each run proposes a change, within a budget, for you to review.
            </p>
            {make}
          </Empty>
        )}
        <AutomationRows domain={domain} automations={current ?? []} label="Automations" />
      </Card>
      <CodeRepositories domain={domain} />
      {deleted.length > 0 && (
        <details className="automations-deleted">
          <summary>Deleted automations ({deleted.length})</summary>
          <Card isFlush>
            <AutomationRows domain={domain} automations={deleted} label="Deleted automations" />
          </Card>
        </details>
      )}
    </Page>
  );
}

type RowsProps = { domain: string; automations: Automation[]; label: string };

function AutomationRows({ domain, automations, label }: RowsProps) {
  if (automations.length === 0) return null;
  return (
    <ul className="rows" aria-label={label}>
      {automations.map((automation) => (
        <AutomationRow key={automation.id} domain={domain} automation={automation} />
      ))}
    </ul>
  );
}

function AutomationRow({ domain, automation }: { domain: string; automation: Automation }) {
  const { id, name, words, nextAt, lastRun, error } = automation;
  return (
    <li className="row">
      <AutomationBadge automation={automation} />
      <div className="row-main">
        <Link to={paths.automations(domain, id)} className="row-title">
          {name}
        </Link>
        <span className="row-sub">{error || words}</span>
      </div>
      <div className="row-facts">
        {nextAt && (
          <span className="fact">
            Next <Time iso={nextAt} />
          </span>
        )}
        {lastRun ? (
          <span className="fact">
            <RunBadge run={lastRun} /> <Time iso={lastRun.createdAt} />
          </span>
        ) : (
          <span className="fact">Has not run yet</span>
        )}
      </div>
    </li>
  );
}
