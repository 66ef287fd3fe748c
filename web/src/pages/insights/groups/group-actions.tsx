import { useState } from "react";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useAction } from "../../../use-action.ts";
import { groupsApi } from "./groups-api.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { WriteThis } from "./write-this.tsx";

type GroupActionsProps = {
  group: QuestionGroup;
  project: ProjectSummary;
  onChanged: () => void;
};

/** What an editor decides about a group. */
export function GroupActions({ group, project, onChanged }: GroupActionsProps) {
  const [open, setOpen] = useState<"close" | "merge">();
  const { domain } = project;
  const toast = useToast();
  const reopen = useAction(async () => {
    await groupsApi.reopen(domain, group.id);
    onChanged();
  });
  const again = async () => {
    if (await reopen.run()) toast("The group is open again.");
  };
  const isOver = group.state === "closed" || group.state === "answered";
  return (
    <>
      {group.state !== "in-work" && (
        <Button icon="merge" onClick={() => setOpen("merge")}>
          Merge into another
        </Button>
      )}
      {isOver ? (
        <Button icon="retry" isBusy={reopen.isBusy} onClick={again}>
          Reopen
        </Button>
      ) : (
        <Button icon="close" onClick={() => setOpen("close")}>
          Not our docs
        </Button>
      )}
      <WriteThis domain={domain} group={group} />
      {open === "close" && (
        <CloseDialog {...{ group, domain, onChanged }} onClose={() => setOpen(undefined)} />
      )}
      {open === "merge" && (
        <MergeDialog {...{ group, domain }} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

type CloseDialogProps = {
  group: QuestionGroup;
  domain: string;
  onChanged: () => void;
  onClose: () => void;
};

function CloseDialog({ group, domain, onChanged, onClose }: CloseDialogProps) {
  const [reason, setReason] = useState("");
  const close = useAction(async () => {
    await groupsApi.close(domain, group.id, reason);
    onChanged();
  });
  const confirm = async () => {
    if (await close.run()) onClose();
  };
  return (
    <ConfirmDialog
      title="Close this group"
      action="Close the group"
      isBusy={close.isBusy}
      error={close.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        For questions that your docs are not meant to answer. Further ones of this kind join the
        group and do not open it again.
      </p>
      <TextArea
        label="Why"
        isOptional
        rows={2}
        maxLength={4_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
