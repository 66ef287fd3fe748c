import { useState } from "react";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { count } from "../../../format.ts";
import { useResource } from "../../../resource.tsx";
import { useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useAction } from "../../../use-action.ts";
import { groupsApi } from "./groups-api.ts";

type MergeDialogProps = { group: QuestionGroup; domain: string; onClose: () => void };

const most = 20;

/** Another group is found by its words, and takes the questions of this one. */
export function MergeDialog({ group, domain, onClose }: MergeDialogProps) {
  const [search, setSearch] = useState(group.words[0] ?? "");
  const [into, setInto] = useState("");
  const { navigate } = useRouter();
  const q = search.trim().slice(0, 200);
  const { data, error, reload } = useResource(`groups to merge ${domain} ${q}`, () =>
    groupsApi.list(domain, { limit: String(most), ...(q && { q }) }),
  );
  const others = data?.groups.filter(({ id }) => id !== group.id);
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
      isBlocked={!others?.some(({ id }) => id === into)}
      error={merge.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        The questions of “{group.name}”, and those of its kind that come later, belong to the group
        that you choose. It cannot be undone.
      </p>
      <TextField
        label="Search groups"
        type="search"
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!others && error === undefined && <Skeleton lines={3} />}
      {others && <Choices {...{ others, into }} onChoose={setInto} />}
    </ConfirmDialog>
  );
}

type ChoicesProps = { others: QuestionGroup[]; into: string; onChoose: (id: string) => void };

function Choices({ others, into, onChoose }: ChoicesProps) {
  if (others.length === 0) return <p className="soft">No other group has these words.</p>;
  return (
    <fieldset className="choice-cards group-choices">
      <legend>The group that is kept</legend>
      {others.map(({ id, name, count: size, examples }) => (
        <label key={id} className="choice-card">
          <input type="radio" name="into" checked={id === into} onChange={() => onChoose(id)} />
          <span>
            <span className="choice-label">{name}</span>
            <span className="choice-hint">
              {count(size, "question")}
              {examples[0] && `, such as “${examples[0].slice(0, 120)}”`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
