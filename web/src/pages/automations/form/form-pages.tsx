import { useState } from "react";
import type { Automation } from "../../../../../src/contract/automations.ts";
import { ownTimeZone } from "../../../format.ts";
import { useResource } from "../../../resource.tsx";
import { useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { LoadFailed } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useAction } from "../../../use-action.ts";
import { automationsApi } from "../automations-api.ts";
import { AutomationForm } from "./automation-form.tsx";
import { draftOf, newDraft, type SpecDraft, specOf } from "./spec-draft.ts";

export function NewPage({ domain }: { domain: string }) {
  const { navigate } = useRouter();
  const [draft, setDraft] = useState(() => newDraft(ownTimeZone()));
  const save = useAction(async (written: SpecDraft) => {
    const { id } = await automationsApi.create(domain, specOf(written));
    navigate(paths.automations(domain, id));
  });
  return (
    <Page
      title="New automation"
      back={{ to: paths.automations(domain), label: "Automations" }}
      lead="Say what starts it, what to do, and what it has to keep to."
    >
      <AutomationForm
        {...{ domain, draft, setDraft, save, submit: "Create automation" }}
        cancelTo={paths.automations(domain)}
      />
    </Page>
  );
}

export function EditPage({ domain, automationId }: { domain: string; automationId: string }) {
  const { data, error, reload } = useResource(`automation ${domain} ${automationId}`, () =>
    automationsApi.show(domain, automationId),
  );
  if (data) return <Edit domain={domain} automation={data} />;
  return (
    <Page title="Edit automation">
      {error === undefined ? <Skeleton lines={6} /> : <LoadFailed error={error} retry={reload} />}
    </Page>
  );
}

function Edit({ domain, automation }: { domain: string; automation: Automation }) {
  const { navigate } = useRouter();
  const [draft, setDraft] = useState(() => draftOf(automation, ownTimeZone()));
  const back = paths.automations(domain, automation.id);
  const save = useAction(async (written: SpecDraft) => {
    await automationsApi.change(domain, automation.id, specOf(written));
    navigate(back);
  });
  return (
    <Page title="Edit automation" back={{ to: back, label: automation.name }}>
      <AutomationForm
        {...{ domain, draft, setDraft, save, submit: "Save automation" }}
        cancelTo={back}
      />
    </Page>
  );
}
