import type { ProjectSettings } from "../../../../src/contract/project-settings.ts";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ModelTests } from "./model-tests.tsx";
import { SettingForm } from "./setting-form.tsx";
import { type ProjectFormProps, useProjectForm } from "./use-project-form.ts";

type Provider = NonNullable<ProjectSettings["model"]["provider"]>;

const providers: { value: Provider; label: string }[] = [
  { value: "anthropic", label: "Anthropic" },
  { value: "openai-compatible", label: "OpenAI-compatible server" },
  { value: "embedded", label: "Embedded: quotes the docs, no key" },
];

/** Which models answer and edit, and whether they do. */
export function ModelSection(props: ProjectFormProps) {
  const { settings, mayChange, reload } = props;
  const { sonnet, opus, url, keyName } = settings.model;
  const saved = { provider: settings.model.provider ?? "", sonnet, opus };
  const { draft, save } = useProjectForm(props, { name: "model", saved }, (_, values) => ({
    model: {
      provider: providers.find(({ value }) => value === values.provider)?.value ?? null,
      sonnet: values.sonnet.trim(),
      opus: values.opus.trim(),
    },
  }));
  const { values, set } = draft;
  const isOwnPlace = url !== "" || keyName !== "";
  return (
    <Card title="Models">
      <ModelTests domain={settings.domain} uses={settings.uses} mayTest={mayChange} />
      <SettingForm
        {...{ mayChange, save, onReload: reload }}
        isChanged={draft.isChanged}
        onDiscard={draft.clear}
      >
        <SelectField
          label="Provider of this project"
          disabled={isOwnPlace}
          hint={isOwnPlace ? ownPlaceText(url, keyName) : "Its address and key are this server's."}
          error={save.faultOf("model.provider")}
          value={values.provider}
          onChange={(event) => set({ provider: event.target.value })}
        >
          <option value="">As this server</option>
          {providers.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="setting-pair">
          <TextField
            label="Model called sonnet"
            isOptional
            className="input mono"
            placeholder="As this server"
            error={save.faultOf("model.sonnet")}
            value={values.sonnet}
            onChange={(event) => set({ sonnet: event.target.value })}
          />
          <TextField
            label="Model called opus"
            isOptional
            className="input mono"
            placeholder="As this server"
            error={save.faultOf("model.opus")}
            value={values.opus}
            onChange={(event) => set({ opus: event.target.value })}
          />
        </div>
      </SettingForm>
    </Card>
  );
}

function ownPlaceText(url: string, keyName: string): string {
  const place = url ? ` at ${url}` : "";
  const key = keyName ? ` with the key DOCENT_MODEL_KEY_${keyName}` : "";
  return `The operator gave this project a model of its own${place}${key}: docent projects update changes it.`;
}
