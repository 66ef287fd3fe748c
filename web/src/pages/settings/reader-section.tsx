import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { readerModes } from "../../../../src/contract/project-settings.ts";
import { Card } from "../../ui/card.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { SettingForm } from "./setting-form.tsx";
import { SharedLinks } from "./shared-links.tsx";
import { type ProjectFormProps, useProjectForm } from "./use-project-form.ts";

const modes = [
  { value: "", label: "By visibility", hint: "Public: read and ask. Private: read." },
  {
    value: "ask",
    label: "Read and ask",
    hint: "Whoever may read the pages may ask too, without a key, within the limits of a public key",
  },
  { value: "read", label: "Read", hint: "Pages and search; no questions" },
  {
    value: "off",
    label: "Off",
    hint: "Pages lead to the base URL, or are not there; their Markdown stays",
  },
] as const;

/** What Docent's own view of the pages offers, and who else may see it. */
export function ReaderSection({
  project,
  ...props
}: ProjectFormProps & { project: ProjectSummary }) {
  const { settings, mayChange, reload } = props;
  const { draft, save } = useProjectForm(
    props,
    { name: "reader", saved: { reader: settings.reader.own ?? "" } },
    ({ reader }) => ({
      ...(reader !== undefined && { reader: readerModes.find((mode) => mode === reader) ?? null }),
    }),
  );
  return (
    <>
      <Card title="Reader">
        <SettingForm
          {...{ mayChange, save, onReload: reload }}
          isChanged={draft.isChanged}
          onDiscard={draft.clear}
        >
          <ChoiceCards
            legend="What readers may do in Docent's own view"
            options={modes}
            value={modes.find(({ value }) => value === draft.values.reader)?.value ?? ""}
            onChange={(reader) => draft.set({ reader })}
          />
        </SettingForm>
      </Card>
      <SharedLinks project={project} isPrivate={settings.visibility === "private"} />
    </>
  );
}
