import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Icon } from "../../ui/icon.tsx";
import { shownName } from "./member-table.tsx";
import { peopleApi } from "./people-api.ts";

type ActFiltersProps = {
  actor: string;
  onActor: (actor: string) => void;
  project: string;
  onProject: (project: string) => void;
};

type Choice = { value: string; label: string };

/** Whose acts, and about which project. */
export function ActFilters({ actor, onActor, project, onProject }: ActFiltersProps) {
  const members = useResource("members", peopleApi.members).data?.members ?? [];
  const projects = useResource("projects", api.projects).data?.projects ?? [];
  const people = [
    ...members.map((member) => ({ value: member.id, label: shownName(member) })),
    { value: "operator", label: "Command line" },
  ];
  const domains = projects.map(({ domain, name }) => ({ value: domain, label: name }));
  return (
    <>
      <Filter label="Person" all="Everybody" choices={people} value={actor} onChange={onActor} />
      <Filter
        label="Project"
        all="All projects"
        choices={domains}
        value={project}
        onChange={onProject}
      />
    </>
  );
}

type FilterProps = {
  label: string;
  all: string;
  choices: Choice[];
  value: string;
  onChange: (value: string) => void;
};

/** A value of the address that is not among the choices, such as of a key or of somebody who is gone, stays chosen. */
function Filter({ label, all, choices, value, onChange }: FilterProps) {
  const isKnown = value === "" || choices.some((choice) => choice.value === value);
  return (
    <div className="select act-filter">
      <select
        className="input"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{all}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </div>
  );
}
