import { useState } from "react";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useAction } from "../../../use-action.ts";
import { GroupChoice } from "./group-choice.tsx";
import { groupsApi } from "./groups-api.ts";

type MergeDialogProps = { group: QuestionGroup; domain: string; onClose: () => void };

/** Another group takes the questions of this one. */
export function MergeDialog({ group, domain, onClose }: MergeDialogProps) {
  const [into, setInto] = useState("");
  const { navigate } = useRouter();
  const merge = useAction(async () => {
    await groupsApi.merge(domain, group.id, { into });
  });
  const confirm = async () => {
    if (await merge.run()) navigate(paths.insights(domain, "groups", into));
  };
  return (
    <ConfirmDialog
      title="Merge into another group"
      action="Merge"
      isBusy={merge.isBusy}
      isBlocked={into === ""}
      error={merge.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        The questions of “{group.name}”, and those of its kind that come later, belong to the group
        that you choose.
      </p>
      <GroupChoice
        {...{ group, domain }}
        legend="The group that is kept"
        chosen={into}
        onChoose={setInto}
      />
    </ConfirmDialog>
  );
}
