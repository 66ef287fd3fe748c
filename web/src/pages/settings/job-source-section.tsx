import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/field.tsx";
import { SettingForm } from "./setting-form.tsx";
import { type ProjectFormProps, useProjectForm } from "./use-project-form.ts";

/** Which of several repositories jobs edit. */
export function JobSourceSection(props: ProjectFormProps) {
  const { settings, mayChange, reload } = props;
  const { domain } = settings;
  const sources = useResource(`sources ${domain}`, () => api.sources(domain), {
    live: ["sources"],
  });
  const saved = { source: settings.editSourceId ?? "" };
  const { draft, save } = useProjectForm(props, { name: "jobs", saved }, (_, { source }) => ({
    editSourceId: source === "" ? null : source,
  }));
  return (
    <Card title="What jobs edit">
      <SettingForm
        {...{ mayChange, save, onReload: reload }}
        isChanged={draft.isChanged}
        onDiscard={draft.clear}
      >
        <SelectField
          label="Repository of jobs"
          hint="Where the project has several git repositories, jobs edit the one named here."
          error={save.faultOf("editSourceId")}
          value={draft.values.source}
          onChange={(event) => draft.set({ source: event.target.value })}
        >
          <option value="">The only one there is</option>
          {sources.data?.sources.map(({ id, location, branch }) => (
            <option key={id} value={id}>
              {branch ? `${location} (${branch})` : location}
            </option>
          ))}
        </SelectField>
      </SettingForm>
    </Card>
  );
}
