import { CheckField, TextField } from "../../../ui/field.tsx";
import type { DraftProps } from "./draft-props.ts";
import { ZoneField } from "./when-fields.tsx";

/** What it has to keep to. */
export function LimitFields({ draft, change, save }: DraftProps) {
  const dollars = (name: "usdPerRun" | "usdPerMonth") => ({
    type: "number",
    inputMode: "decimal" as const,
    min: 0,
    step: "any",
    error: save.faultOf(`limits.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <div className="automation-fields">
      <div className="automation-triple">
        <TextField
          label="Dollars a run"
          hint="0: the project's limits alone."
          {...dollars("usdPerRun")}
        />
        <TextField
          label="Dollars a month"
          hint="Runs wait for the next month then."
          {...dollars("usdPerMonth")}
        />
        <TextField
          label="Open changes"
          type="number"
          required
          min={1}
          max={20}
          hint="Further runs wait. An open change about the same is sent further."
          error={save.faultOf("limits.openChanges")}
          value={draft.openChanges}
          onChange={(event) => change({ openChanges: event.target.value })}
        />
      </div>
      <CheckField
        label="Quiet hours"
        hint="Runs that come up then wait for their end."
        checked={draft.hasQuietHours}
        onChange={(event) => change({ hasQuietHours: event.target.checked })}
      />
      {draft.hasQuietHours && <QuietFields {...{ draft, change, save }} />}
    </div>
  );
}

function QuietFields({ draft, change, save }: DraftProps) {
  const time = (name: "quietFrom" | "quietTo") => ({
    type: "time",
    required: true,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const error = save.faultOf("limits.quietHours");
  return (
    <div className="automation-triple">
      <TextField label="Quiet from" error={error} {...time("quietFrom")} />
      <TextField label="Quiet to" {...time("quietTo")} />
      {draft.kind !== "schedule" && <ZoneField {...{ draft, change }} error="" />}
    </div>
  );
}
