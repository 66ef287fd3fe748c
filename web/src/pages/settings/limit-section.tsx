import type { ProjectSettings } from "../../../../src/contract/project-settings.ts";
import { count, money, number } from "../../format.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { SettingForm } from "./setting-form.tsx";
import { type ProjectFormProps, useProjectForm } from "./use-project-form.ts";

type Limit = ProjectSettings["dailyDollars"];
type LimitName = "dailyDollars" | "dailyTokens" | "keepAnswersDays";

const fields: { name: LimitName; label: string; step: string; shown: (value: number) => string }[] =
  [
    { name: "dailyDollars", label: "Dollars a day", step: "any", shown: (value) => money(value) },
    {
      name: "dailyTokens",
      label: "Tokens a day",
      step: "1",
      shown: (value) => `${number(value)} tokens`,
    },
    {
      name: "keepAnswersDays",
      label: "Days that answers are kept",
      step: "1",
      shown: (value) => count(value, "day"),
    },
  ];

/** What the project may spend, and how long it remembers. */
export function LimitSection(props: ProjectFormProps) {
  const { settings, mayChange, reload } = props;
  const saved = {
    dailyDollars: textOf(settings.dailyDollars),
    dailyTokens: textOf(settings.dailyTokens),
    keepAnswersDays: textOf(settings.keepAnswersDays),
  };
  const { draft, save } = useProjectForm(props, { name: "limits", saved }, (changes) =>
    Object.fromEntries(
      Object.entries(changes).map(([name, text]) => [name, text === "" ? null : Number(text)]),
    ),
  );
  return (
    <Card title="Limits and retention">
      <SettingForm
        {...{ mayChange, save, onReload: reload }}
        isChanged={draft.isChanged}
        onDiscard={draft.clear}
      >
        {fields.map(({ name, label, step, shown }) => (
          <TextField
            key={name}
            label={label}
            type="number"
            min={0}
            step={step}
            inputMode="decimal"
            isOptional
            disabled={settings[name].setBy !== ""}
            hint={hintOf(settings[name], { shown, isAge: name === "keepAnswersDays" })}
            error={save.faultOf(name)}
            value={settings[name].setBy ? "" : draft.values[name]}
            placeholder={placeholderOf(settings[name])}
            onChange={(event) => draft.set({ [name]: event.target.value })}
          />
        ))}
      </SettingForm>
    </Card>
  );
}

function textOf({ own }: Limit): string {
  return own === null ? "" : String(own);
}

function placeholderOf({ deployment }: Limit): string {
  return deployment === null ? "" : String(deployment);
}

function hintOf(
  { deployment, setBy }: Limit,
  { shown, isAge }: { shown: (value: number) => string; isAge: boolean },
): string {
  const none = isAge ? "kept for ever" : "no limit";
  const held = deployment === null || deployment === 0 ? none : shown(deployment);
  if (setBy !== "") return `Set by ${setBy} in the environment: ${held}.`;
  const zero = isAge ? "0 keeps them for ever." : "0 lifts the limit.";
  return `Left empty, this server's value holds: ${held}. ${zero}`;
}
