import { type FormEvent, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api, type NewJob } from "../../api.ts";
import { randomId } from "../../random-id.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Action, useAction } from "../../use-action.ts";

type Model = "sonnet" | "opus";
type Draft = { instruction: string; branch: string; asDraft: boolean; model: Model };

const models = [
  { value: "sonnet", label: "sonnet", hint: "Faster, lower cost" },
  { value: "opus", label: "opus", hint: "More capable, slower" },
] as const;

const empty: Draft = { instruction: "", branch: "", asDraft: false, model: "sonnet" };

export function NewJobDialog({
  project,
  onClose,
}: {
  project: ProjectSummary;
  onClose: () => void;
}) {
  const { navigate } = useRouter();
  const [draft, setDraft] = useState(empty);
  // Sent again after a failure, the same form must not start a second job.
  const [attempt, setAttempt] = useState(randomId);
  const create = useAction(async (job: NewJob) => {
    const sessionId = await api.createJob(project.domain, job, attempt);
    navigate(paths.job(project.domain, sessionId));
  });
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setAttempt(randomId());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run(requestOf(draft));
  };
  return (
    <Dialog title="New job" onClose={onClose}>
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
