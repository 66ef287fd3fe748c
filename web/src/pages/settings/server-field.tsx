import type { ServerSetting } from "../../../../src/contract/server-settings.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";

type ServerFieldProps = {
  setting: ServerSetting;
  value: string;
  /** Undefined: as it is stored; null: to be taken away. */
  secret: string | null | undefined;
  error: string;
  onChange: (value: string) => void;
  onSecret: (value: string | null) => void;
};

/** One setting of the deployment: where its value comes from, and how it is changed. */
export function ServerField(props: ServerFieldProps) {
  const { setting, value, error, onChange } = props;
  const { label, kind, choices, standard, locked } = setting;
  const shown = locked === "" ? value : setting.value;
  const common = { label, error, hint: hintOf(setting), disabled: locked !== "" };
  if (kind === "secret") return <SecretField {...props} />;
  if (kind === "choice") {
    return (
      <SelectField {...common} value={shown} onChange={(event) => onChange(event.target.value)}>
        <option value="">{standard ? `Standard (${standard})` : "Standard"}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      {...common}
      className={kind === "text" ? "input mono" : "input"}
      inputMode={kind === "number" ? "decimal" : undefined}
      spellCheck={false}
      placeholder={standard}
      value={shown}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function SecretField({ setting, secret, error, onSecret }: ServerFieldProps) {
  const { label, origin, hint, locked, isReadable } = setting;
  const isStored = origin === "stored";
  const known = hint ? `One that ends in ${hint} is stored.` : "One is stored.";
  const unreadable =
    "It was sealed with a key that this server does not have: store it again, or give DOCENT_SECRET_KEY that key.";
  const note = isStored ? (isReadable ? known : unreadable) : setting.help;
  return (
    <div className="setting-secret">
      <TextField
        label={label}
        type="password"
        autoComplete="off"
        disabled={locked !== ""}
        placeholder={origin === "environment" || isStored ? "••••••••" : ""}
        hint={secret === null ? "It is removed when you save." : locked || note}
        error={error}
        value={secret ?? ""}
        onChange={(event) => onSecret(event.target.value)}
      />
      {isStored && locked === "" && (
        <Button
          isSmall
          look="quiet"
          aria-label={`${secret === null ? "Keep" : "Remove"} stored key: ${label}`}
          onClick={() => onSecret(secret === null ? "" : null)}
        >
          {secret === null ? "Keep stored key" : "Remove stored key"}
        </Button>
      )}
    </div>
  );
}

function hintOf({ help, locked, needsRestart }: ServerSetting): string {
  if (locked !== "") return locked;
  return needsRestart ? `${help} Counts from the next start on.` : help;
}
