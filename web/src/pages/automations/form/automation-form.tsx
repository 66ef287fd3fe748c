import type { FormEvent } from "react";
import { placeholders } from "../../../../../src/contract/automations.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceCards } from "../../../ui/choice.tsx";
import { CheckField, TextArea, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { Action } from "../../../use-action.ts";
import type { DraftProps } from "./draft-props.ts";
import { LimitFields } from "./limit-fields.tsx";
import { PreviewCard } from "./preview-card.tsx";
import type { SpecDraft } from "./spec-draft.ts";
import { WhenFields } from "./when-fields.tsx";

type AutomationFormProps = {
  domain: string;
  draft: SpecDraft;
  setDraft: (draft: SpecDraft) => void;
  save: Action<[SpecDraft]>;
  submit: string;
  cancelTo: string;
};

const models = [
  { value: "sonnet", label: "sonnet", hint: "Faster, lower cost" },
  { value: "opus", label: "opus", hint: "More capable, slower" },
] as const;

/** When, do, within. */
export function AutomationForm(props: AutomationFormProps) {
  const { domain, draft, setDraft, save, submit, cancelTo } = props;
  const change = (part: Partial<SpecDraft>) => setDraft({ ...draft, ...part });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save.run(draft);
  };
  return (
    <form className="automation-form" onSubmit={send}>
      <Card title="When">
        <div className="automation-fields">
          <TextField
            label="Name"
            required
            maxLength={100}
            placeholder="Keep up with the code"
            error={save.faultOf("name")}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <WhenFields {...{ domain, draft, change, save, setDraft }} />
        </div>
      </Card>
      <Card title="Do">
        <div className="automation-fields">
          <Instruction {...{ draft, change, save }} />
          <ChoiceCards
            legend="Model"
            options={models}
            value={draft.model}
            onChange={(model) => change({ model })}
          />
          <CheckField
            label="Always propose drafts"
            hint="A draft has to be marked ready before it can be merged."
            checked={draft.asDraft}
            onChange={(event) => change({ asDraft: event.target.checked })}
          />
        </div>
      </Card>
      <Card title="Within">
        <LimitFields {...{ draft, change, save }} />
      </Card>
      <PreviewCard domain={domain} draft={draft} />
      {save.error && <Notice tone="bad">{save.error}</Notice>}
      <div className="automation-foot">
        <LinkButton to={cancelTo}>Cancel</LinkButton>
        <Button type="submit" look="primary" isBusy={save.isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

function Instruction({ draft, change, save }: DraftProps) {
  return (
    <TextArea
      label="Instruction"
      rows={10}
      required
      maxLength={20_000}
      hint={
        <>
          Placeholders: {placeholders[draft.kind].map((name) => `{{${name}}}`).join(", ")}. What
          they stand for is given to the job as material that it does not take orders from, with
          secrets taken out.
        </>
      }
      error={save.faultOf("instruction")}
      value={draft.instruction}
      onChange={(event) => change({ instruction: event.target.value })}
    />
  );
}
