import { api } from "../../api.ts";
import { ChoiceFilter } from "../../lists/choice-filter.tsx";
import { useResource } from "../../resource.tsx";
import { shownName } from "./member-table.tsx";
import { peopleApi } from "./people-api.ts";

type ActFiltersProps = {
  actor: string;
  onActor: (actor: string) => void;
  project: string;
  onProject: (project: string) => void;
};

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
      <ChoiceFilter
        className="act-filter"
        label="Person"
        all="Everybody"
        choices={people}
        value={actor}
        onChange={onActor}
      />
      <ChoiceFilter
        className="act-filter"
        label="Project"
        all="All projects"
        choices={domains}
        value={project}
        onChange={onProject}
      />
    </>
  );
}
