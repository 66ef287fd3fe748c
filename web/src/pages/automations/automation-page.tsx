import { useState } from "react";
import type { Automation } from "../../../../src/contract/automations.ts";
import { money } from "../../format.ts";
import { useResource } from "../../resource.tsx";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import { automationsApi } from "./automations-api.ts";
import { AutomationBadge } from "./run-badge.tsx";
import { RunList } from "./run-list.tsx";

type AutomationPageProps = { domain: string; automationId: string };

export function AutomationPage({ domain, automationId }: AutomationPageProps) {
  const { data, error, reload } = useResource(
    `automation ${domain} ${automationId}`,
    () => automationsApi.show(domain, automationId),
    { live: ["automations"] },
  );
  const back = { to: paths.automations(domain), label: "Automations" };
  if (!data)
    return (
      <Page title="Automation" back={back}>
        {error === undefined ? <Skeleton lines={6} /> : <LoadFailed error={error} retry={reload} />}
      </Page>
    );
  return (
    <Page
      title={data.name}
      back={back}
      lead={startText(data.words)}
      actions={<Actions domain={domain} automation={data} reload={reload} />}
    >
      {data.error && (
        <Notice tone="bad" title="It cannot see what starts it">
          <p>{data.error}</p>
        </Notice>
      )}
      <Card title="What it does">
        <AutomationFacts automation={data} />
        <pre className="automation-text">{data.instruction}</pre>
      </Card>
      <RunList domain={domain} automationId={automationId} />
    </Page>
  );
}

function startText(words: string): string {
  return `Starts ${words}.`;
}

function AutomationFacts({ automation }: { automation: Automation }) {
  const { nextAt, limits, spentUsd, asDraft, model, createdBy, createdAt } = automation;
  const { usdPerMonth, usdPerRun, openChanges, quietHours } = limits;
  const budget = [
    usdPerRun > 0 ? `${money(usdPerRun)} a run` : "",
    usdPerMonth > 0 ? `${money(usdPerMonth)} a month` : "",
  ].filter((part) => part !== "");
  const facts: [string, React.ReactNode][] = [
    ["State", <AutomationBadge key="state" automation={automation} />],
    ["Next", nextAt ? <Time key="next" iso={nextAt} /> : "When it happens"],
    ["Budget", budget.length > 0 ? budget.join(", ") : "The project's"],
    ["This month", money(spentUsd)],
    ["Open changes", `At most ${openChanges}`],
    [
      "Quiet hours",
      quietHours ? `${quietHours.from} to ${quietHours.to}, ${quietHours.timeZone}` : "None",
    ],
    ["Proposes", asDraft ? "Drafts" : "Changes ready for review"],
    ["Model", model],
    [
      "Made",
      <span key="made">
        <Time iso={createdAt} /> by {createdBy}
      </span>,
    ],
  ];
  return (
    <dl className="automation-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ActionsProps = { domain: string; automation: Automation; reload: () => Promise<void> };

function Actions({ domain, automation, reload }: ActionsProps) {
  const { id, state, name } = automation;
  const say = useToast();
  const { navigate } = useRouter();
  const mayAct = useMay("editor");
  const [isDeleting, setDeleting] = useState(false);
  const run = useAction(async () => {
    await automationsApi.run(domain, id);
    await reload();
    say("It is started.");
  });
  const turn = useAction(async (act: "pause" | "resume") => {
    await automationsApi.act(domain, id, act);
    await reload();
  });
  const remove = useAction(async () => {
    await automationsApi.act(domain, id, "delete");
    say(`${name} is deleted.`);
    navigate(paths.automations(domain));
  });
  if (!mayAct || state === "deleted") return null;
  return (
    <>
      {(run.error || turn.error) && <Notice tone="bad">{run.error || turn.error}</Notice>}
      <Button icon="job" isBusy={run.isBusy} onClick={() => run.run()}>
        Run now
      </Button>
      <Button
        icon={state === "on" ? "stop" : "right"}
        isBusy={turn.isBusy}
        onClick={() => turn.run(state === "on" ? "pause" : "resume")}
      >
        {state === "on" ? "Pause" : "Resume"}
      </Button>
      <LinkButton icon="edit" to={paths.automations(domain, id, true)}>
        Edit
      </LinkButton>
      <Button icon="trash" look="quiet" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this automation?"
          action="Delete automation"
          look="danger"
          isBusy={remove.isBusy}
          error={remove.error}
          onConfirm={() => remove.run()}
          onClose={() => setDeleting(false)}
        >
          <p>
            Nothing starts it any more. Its runs stay on record, and changes that it proposed stay
            as they are.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
