import { type FormEvent, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { randomId } from "../../../shared/random-id.ts";
import { api, type NewJob } from "../../api.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Action, useAction } from "../../use-action.ts";
import { useDraft } from "../../use-draft.ts";

type Model = "sonnet" | "opus";
type Draft = { instruction: string; branch: string; asDraft: boolean; model: Model };

/** What a job may begin with, such as what an earlier one was started with. */
export type JobTemplate = Pick<Draft, "instruction" | "asDraft" | "model"> & {
  title: string;
  /** It is edited beside whatever else is being written. */
  draftName: string;
};

const models = [
  { value: "sonnet", label: "sonnet", hint: "Faster, lower cost" },
  { value: "opus", label: "opus", hint: "More capable, slower" },
] as const;

type NewJobDialogProps = {
  project: Pick<ProjectSummary, "domain">;
  template?: JobTemplate;
  onClose: () => void;
};

export function NewJobDialog({ project, template, onClose }: NewJobDialogProps) {
  const { navigate } = useRouter();
  const { draft, setDraft, clear } = useJobDraft(project.domain, template);
  // Sent again after a failure, the same form must not start a second job.
  const [attempt, setAttempt] = useState(randomId);
  const create = useAction(async (job: NewJob) => {
    const sessionId = await api.createJob(project.domain, job, attempt);
    clear();
    navigate(paths.job(project.domain, sessionId));
  });
  const change = (part: Partial<Draft>) => {
    setDraft(part);
    setAttempt(randomId());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run(requestOf(draft));
  };
  return (
    <Dialog title={template?.title ?? "New job"} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <JobFields draft={draft} change={change} create={create} />
          {create.error && <Notice tone="bad">{create.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            icon="job"
            isBusy={create.isBusy}
            disabled={draft.instruction.trim() === ""}
          >
            Start job
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What is typed outlasts the dialog, a reload and a log-in. */
function useJobDraft(domain: string, template: JobTemplate | undefined) {
  const name = template?.draftName ?? `new job ${domain}`;
  const instruction = useDraft(name, template?.instruction);
  const branch = useDraft(`${name} branch`);
  const [asDraft, setAsDraft] = useState(template?.asDraft ?? false);
  const [model, setModel] = useState<Model>(template?.model ?? "sonnet");
  const draft: Draft = { instruction: instruction.text, branch: branch.text, asDraft, model };
  const setDraft = (part: Partial<Draft>) => {
    if (part.instruction !== undefined) instruction.setText(part.instruction);
    if (part.branch !== undefined) branch.setText(part.branch);
    if (part.asDraft !== undefined) setAsDraft(part.asDraft);
    if (part.model !== undefined) setModel(part.model);
  };
  const clear = () => {
    instruction.clear();
    branch.clear();
  };
  return { draft, setDraft, clear };
}

type JobFieldsProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  create: Action<[NewJob]>;
};

function JobFields({ draft, change, create }: JobFieldsProps) {
  return (
    <>
      <TextArea
        label="Instruction"
        rows={5}
        required
        maxLength={200_000}
        placeholder="Rename “workspace” to “project” on every page"
        hint="Plain words. Name pages, terms and sections as they are called in the docs."
        error={create.faultOf("messages")}
        value={draft.instruction}
        onChange={(event) => change({ instruction: event.target.value })}
      />
      <TextField
        label="Branch"
        isOptional
        className="input mono"
        maxLength={200}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        placeholder="docent/…"
        hint="Made from the default branch when it does not exist; left empty, a fresh name is chosen."
        error={create.faultOf("branch")}
        value={draft.branch}
        onChange={(event) => change({ branch: event.target.value })}
      />
      <ChoiceCards
        legend="Model"
        options={models}
        value={draft.model}
        onChange={(model) => change({ model })}
      />
      <CheckField
        label="Open as a draft"
        hint="A draft has to be marked ready before it can be merged."
        checked={draft.asDraft}
        onChange={(event) => change({ asDraft: event.target.checked })}
      />
    </>
  );
}

function requestOf({ instruction, branch, asDraft, model }: Draft): NewJob {
  return {
    messages: [{ role: "user", content: instruction.trim() }],
    branch: branch.trim() || null,
    asDraft,
    model,
  };
}
