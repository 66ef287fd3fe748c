import type { ServerSetting, ServerSettings } from "../../contract/server-settings.ts";
import { listSecrets, type SecretRow } from "../../store/access/secrets.ts";
import { settings } from "../settings.ts";
import type { LiveConfig } from "./live-config.ts";
import { type ReadDeps, readStoredValues, type Stored } from "./read-stored-values.ts";
import { type StorableSetting, standardOf, storableSettings } from "./storable-settings.ts";

export type ViewDeps = ReadDeps & { live: LiveConfig };

/** The settings that can be changed, where each value comes from, and what waits for the next start. */
export async function serverSettingsView(deps: ViewDeps): Promise<ServerSettings> {
  const stored = await readStoredValues(deps);
  const secrets = (await listSecrets(deps.db)).filter(({ purpose }) => purpose === "model");
  const leftOut = deps.live.leftOut(stored.values);
  const known = { live: deps.live, stored, secrets, leftOut };
  const shown = storableSettings.map((one) => show(one, known));
  return {
    version: stored.version,
    settings: shown,
    waiting: waiting(deps.live, stored).map(({ label }) => label),
  };
}

function waiting(live: LiveConfig, { values }: Stored): StorableSetting[] {
  const started = live.startedWith();
  return storableSettings.filter(
    ({ name, needsRestart }) => needsRestart && !live.isSet(name) && values[name] !== started[name],
  );
}

type Known = {
  live: LiveConfig;
  stored: Stored;
  secrets: SecretRow[];
  leftOut: ReadonlyMap<string, string>;
};

function show(setting: StorableSetting, { live, stored, secrets, leftOut }: Known): ServerSetting {
  const { name, group, label, kind, choices, needsRestart } = setting;
  const isSecret = kind === "secret";
  const secret = isSecret ? secrets.find((one) => one.name === name) : undefined;
  const isSet = live.isSet(name);
  const locked = lockOf(setting, live);
  const row = locked === "" ? (secret ?? stored.rows.find((one) => one.name === name)) : undefined;
  const value = isSet ? live.given(name) : row ? (stored.values[name] ?? "") : "";
  return {
    ...{ name, group, label, kind, choices, needsRestart },
    help: settings[name].help,
    origin: isSet ? "environment" : row ? "stored" : "default",
    value: isSecret ? "" : value,
    standard: standardOf(name),
    hint: isSet ? "" : (secret?.hint ?? ""),
    fingerprint: isSet ? "" : (secret?.fingerprint ?? ""),
    setBy: row?.setBy ?? "",
    locked,
    fault: leftOut.has(name) ? `What is stored does not count: ${leftOut.get(name)}.` : "",
    isReadable: !stored.unreadable.includes(name),
  };
}

/** Why a setting cannot be changed in the dashboard; "" where it can. */
export function lockOf({ name, key }: StorableSetting, live: LiveConfig): string {
  if (live.isSet(name)) return `Set by ${name} in the environment.`;
  if (key !== undefined && live.isSet(key))
    return `${key} is set in the environment, and that key goes only where the environment says.`;
  return "";
}
