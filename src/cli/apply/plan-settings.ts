import type { ServerSetting, ServerSettings } from "../../contract/server-settings.ts";
import { createSuggest } from "../../docs/check/suggest.ts";
import { AppError } from "../../lib/app-error.ts";
import { secretFingerprint } from "../../projects/secrets/secret-fingerprint.ts";
import type { ApplyFile } from "./apply-file.ts";
import type { ApplyStep, FieldChange } from "./apply-step.ts";
import type { SecretOf } from "./plan-sources.ts";

type Wanted = NonNullable<ApplyFile["settings"]>;
type Input = { wanted: Wanted; found: ServerSettings; secretOf: SecretOf };

/** The settings of the server, all in one step: what goes together is stored together. */
export async function settingsSteps({ wanted, found, secretOf }: Input): Promise<ApplyStep[]> {
  const values: Record<string, string | null> = {};
  const keys: Record<string, string | null> = {};
  const changes: FieldChange[] = [];
  for (const [name, given] of Object.entries(wanted)) {
    const setting = found.settings.find((one) => one.name === name);
    if (!setting) throw unknown(name, found);
    const value = wantedValue(setting, given, secretOf);
    if (value === undefined) continue;
    if (await isSame(setting, value)) {
      if (setting.kind === "secret" && setting.locked === "") keys[name] = value;
      continue;
    }
    if (setting.locked !== "") throw new AppError("conflict", `${name}: ${setting.locked}`);
    values[name] = value;
    changes.push(shownChange(setting, given, value));
  }
  if (changes.length === 0) return [];
  const named = { domain: "", name: "of the server" };
  const { version } = found;
  // A key is given for an address: where that changes, the server wants the key again.
  const all = { ...keys, ...values };
  return [{ kind: "settings", action: "change", ...named, values: all, version, changes }];
}

/** Undefined: a secret that is not here, where a plan is all that is wanted. */
function wantedValue(
  { name, kind }: ServerSetting,
  given: Wanted[string],
  secretOf: SecretOf,
): string | null | undefined {
  if (given === null) return null;
  if (typeof given === "object") return secretOf(given.fromEnv);
  if (kind !== "secret") return String(given);
  throw new AppError(
    "invalid_request",
    `${name} is a secret and never stands in the file: write ${name}: { fromEnv: NAME }.`,
  );
}

async function isSame(setting: ServerSetting, value: string | null): Promise<boolean> {
  const { name, kind, origin, fingerprint, standard } = setting;
  if (value === null) return origin !== "stored";
  if (kind !== "secret") return value === (origin === "default" ? standard : setting.value);
  const key = { kind: "model", key: value };
  return fingerprint === (await secretFingerprint({ name }, "model", key));
}

function shownChange(
  { name, kind, value: before, origin }: ServerSetting,
  given: Wanted[string],
  value: string | null,
): FieldChange {
  const isHidden = kind === "secret" || (typeof given === "object" && given !== null);
  const to = isHidden && typeof given === "object" && given ? `that of ${given.fromEnv}` : value;
  const from = kind === "secret" ? "another one, or none" : origin === "stored" ? before : null;
  return { field: name, from, to };
}

function unknown(name: string, { settings }: ServerSettings): AppError {
  const near = createSuggest(() => settings.map((one) => one.name))(name);
  const advice = near === undefined ? "" : ` Did you mean ${near}?`;
  return new AppError(
    "invalid_request",
    `${name} is no setting that can be changed while the server runs.${advice}`,
  );
}
