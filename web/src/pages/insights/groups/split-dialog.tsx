import { useState } from "react";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { count } from "../../../format.ts";
import { useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { ChoiceCards } from "../../../ui/choice.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useAction } from "../../../use-action.ts";
import { GroupChoice } from "./group-choice.tsx";
import { groupsApi } from "./groups-api.ts";

type SplitDialogProps = {
  group: QuestionGroup;
  domain: string;
  /** Ids of the answers whose questions go. */
  questions: string[];
  onClose: () => void;
};

const places = [
  {
    value: "new",
    label: "A new group",
    hint: "For something that no group asks for yet. It is named by the words of these questions.",
  },
  { value: "other", label: "Another group", hint: "Where the same is asked already." },
] as const;

/** Questions that ask for something else go where they belong. */
export function SplitDialog({ group, domain, questions, onClose }: SplitDialogProps) {
  const [place, setPlace] = useState<(typeof places)[number]["value"]>("new");
  const [into, setInto] = useState("");
  const { navigate } = useRouter();
  const toast = useToast();
  const chosen = count(questions.length, "question");
  const split = useAction(async () => {
    const target = await groupsApi.split(domain, group.id, {
      questions,
      into: place === "new" ? "" : into,
    });
    toast(`Moved ${chosen}.`);
    navigate(paths.insights(domain, "groups", target.id));
  });
  return (
    <ConfirmDialog
      title={`Move ${chosen}`}
      action="Move"
      isBusy={split.isBusy}
      isBlocked={place === "other" && into === ""}
      error={split.error}
      onConfirm={() => void split.run()}
      onClose={onClose}
    >
      <p>
        Others with the same text go along. What readers ask later goes to the group that it is
        nearer to, and the two are not put together again by themselves.
      </p>
      <ChoiceCards legend="Where to" options={places} value={place} onChange={setPlace} />
      {place === "other" && (
        <GroupChoice
          {...{ group, domain }}
          legend="The group that takes them"
          chosen={into}
          onChoose={setInto}
        />
      )}
    </ConfirmDialog>
  );
}
