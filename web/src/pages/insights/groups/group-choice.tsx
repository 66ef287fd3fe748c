import { useState } from "react";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { count } from "../../../format.ts";
import { useResource } from "../../../resource.tsx";
import { TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { groupsApi } from "./groups-api.ts";

type GroupChoiceProps = {
  group: QuestionGroup;
  domain: string;
  legend: string;
  /** Id of the chosen one; "" while there is none. */
  chosen: string;
  onChoose: (id: string) => void;
};

const most = 20;

/** Another group than this one, found by its words. */
export function GroupChoice({ group, domain, legend, chosen, onChoose }: GroupChoiceProps) {
  const [search, setSearch] = useState(group.words[0] ?? "");
  const q = search.trim().slice(0, 200);
  const { data, error, reload } = useResource(`groups to choose ${domain} ${q}`, () =>
    groupsApi.list(domain, { limit: String(most), ...(q && { q }) }),
  );
  const others = data?.groups.filter(({ id }) => id !== group.id);
  const find = (text: string) => {
    setSearch(text);
    onChoose("");
  };
  return (
    <>
      <TextField
        label="Search groups"
        type="search"
        maxLength={200}
        value={search}
        onChange={(event) => find(event.target.value)}
      />
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!others && error === undefined && <Skeleton lines={3} />}
      {others && <Choices {...{ others, legend, chosen, onChoose }} />}
    </>
  );
}

type ChoicesProps = Pick<GroupChoiceProps, "legend" | "chosen" | "onChoose"> & {
  others: QuestionGroup[];
};

function Choices({ others, legend, chosen, onChoose }: ChoicesProps) {
  if (others.length === 0) return <p className="soft">No other group has these words.</p>;
  return (
    <fieldset className="choice-cards group-choices">
      <legend>{legend}</legend>
      {others.map(({ id, name, count: size, examples }) => (
        <label key={id} className="choice-card">
          <input type="radio" name="into" checked={id === chosen} onChange={() => onChoose(id)} />
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
