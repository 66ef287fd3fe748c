import { Card } from "../../ui/card.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { SettingForm } from "./setting-form.tsx";
import { type ProjectFormProps, useProjectForm } from "./use-project-form.ts";

const visibilities = [
  {
    value: "private",
    label: "Private",
    hint: "Pages and search take a key or a log-in",
  },
  {
    value: "public",
    label: "Public",
    hint: "Anyone may read and search the pages, without a key",
  },
] as const;

/** What the project is called and shows to readers. */
export function GeneralSection(props: ProjectFormProps) {
  const { settings, mayChange, reload } = props;
  const { name, baseUrl, visibility } = settings;
  const starters = settings.starters.join("\n");
  const { draft, save } = useProjectForm(
    props,
    { name: "general", saved: { name, baseUrl, visibility, starters } },
    ({ starters: typed, visibility: chosen, ...rest }) => ({
      ...rest,
      ...(chosen !== undefined && { visibility: chosen === "public" ? "public" : "private" }),
      ...(typed !== undefined && { starters: linesOf(typed) }),
    }),
  );
  const { values, set } = draft;
  return (
    <Card title="Project">
      <SettingForm
        {...{ mayChange, save, onReload: reload }}
        isChanged={draft.isChanged}
        onDiscard={draft.clear}
      >
        <TextField
          label="Name"
          required
          maxLength={100}
          hint="For people; the domain in addresses stays as it is."
          error={save.faultOf("name")}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Base URL"
          isOptional
          className="input mono"
          placeholder="https://docs.acme.com"
          hint="Address of the published docs: citations link there. Left empty, they link to Docent's own view."
          error={save.faultOf("baseUrl")}
          value={values.baseUrl}
          onChange={(event) => set({ baseUrl: event.target.value })}
        />
        <ChoiceCards
          legend="Visibility"
          options={visibilities}
          value={values.visibility}
          onChange={(chosen) => set({ visibility: chosen })}
        />
        <TextArea
          label="Starter questions"
          isOptional
          rows={4}
          placeholder={"How do I rotate a key?\nWhat does the free plan include?"}
          hint="One on a line, at most eight. A chat offers them before the first question; left empty, Docent takes some from the pages."
          error={save.faultOf("starters")}
          value={values.starters}
          onChange={(event) => set({ starters: event.target.value })}
        />
      </SettingForm>
    </Card>
  );
}

function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}
