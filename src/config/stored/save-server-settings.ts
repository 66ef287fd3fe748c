import type { ServerSettings, ServerSettingsChange } from "../../contract/server-settings.ts";
import { type Actor, nameOf, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Wake } from "../../lib/wake.ts";
import { type SecretDeps, sealSecret } from "../../projects/secrets/sealed-secrets.ts";
import { deleteSecret, putSecret, type SecretRow, secretId } from "../../store/access/secrets.ts";
import { countChange, deleteSetting, putSetting } from "../../store/access/stored-settings.ts";
import { settingsWord } from "./follow-settings.ts";
import type { StoredValues } from "./leave-out-faults.ts";
import type { LiveConfig } from "./live-config.ts";
import { readStoredValues } from "./read-stored-values.ts";
import { lockOf, serverSettingsView } from "./server-settings-view.ts";
import { findStorable, type StorableSetting, storableSettings } from "./storable-settings.ts";

export type ServerSettingsDeps = SecretDeps & { live: LiveConfig; wake: Wake };

/** The settings of the deployment that an owner may change. */
export function readServerSettings(
  deps: Pick<ServerSettingsDeps, "db" | "ring" | "live">,
  actor: Actor,
): Promise<ServerSettings> {
  requireOwner(actor);
  return serverSettingsView(deps);
}

/** Stores changed settings, all or none, and takes them in. */
export async function saveServerSettings(
  deps: ServerSettingsDeps,
  actor: Actor,
  { version, values }: ServerSettingsChange,
): Promise<ServerSettings> {
  requireOwner(actor);
  const changes = Object.entries(values).map(([name, value]) => ({
    setting: changeable(deps.live, name),
    value: value === "" ? null : value,
  }));
  const stored = await readStoredValues(deps);
  if (stored.version !== version) throw changedMeanwhile();
  const next = after(stored.values, changes);
  const known = deps.live.faultsOf(stored.values);
  refuseFaults(newFaults(deps.live.faultsOf(next), known, changes), changes);
  refuseMovedKeys(stored.values, changes);
  await write(deps, { version, changes, setBy: nameOf(actor) });
  deps.live.take(next);
  deps.wake.notify(settingsWord);
  return serverSettingsView(deps);
}

type Change = { setting: StorableSetting; value: string | null };

function changeable(live: LiveConfig, name: string): StorableSetting {
  const setting = findStorable(name);
  if (!setting)
    throw new AppError("invalid_request", "There is no such setting to change here.", {
      details: [{ path: `values.${name}`, message: "Cannot be changed in the dashboard." }],
    });
  const locked = lockOf(setting, live);
  if (locked === "") return setting;
  throw new AppError("conflict", locked, {
    details: [{ path: `values.${name}`, message: locked }],
  });
}

function after(before: StoredValues, changes: Change[]): StoredValues {
  const next = new Map(Object.entries(before));
  for (const { setting, value } of changes) {
    if (value === null) next.delete(setting.name);
    else next.set(setting.name, value);
  }
  return Object.fromEntries(next);
}

/** A stored setting that does not count already keeps nobody from changing another one. */
function newFaults(faults: string[], known: string[], changes: Change[]): string[] {
  const sent = changes.map(({ setting }) => `${setting.name}: `);
  return faults.filter(
    (fault) => !known.includes(fault) || sent.some((start) => fault.startsWith(start)),
  );
}

/** A fault of a setting that was not sent belongs to one that was: what goes together is told as a whole. */
function refuseFaults(faults: string[], changes: Change[]): void {
  if (faults.length === 0) return;
  const labels = new Map(storableSettings.map(({ name, label }) => [String(name), label]));
  const details = faults.map((fault) => {
    const [name = "", ...words] = fault.split(": ");
    return { path: `values.${name}`, message: words.join(": ") };
  });
  const sent = new Set(changes.map(({ setting }) => `values.${setting.name}`));
  const sentences = details.map(({ path, message }) => {
    const name = path.slice("values.".length);
    return sent.has(path) ? `${labels.get(name) ?? name} ${message}` : `${name} ${message}`;
  });
  throw new AppError("invalid_request", `Nothing was saved: ${sentences.join("; ")}.`, { details });
}

/** A stored key was given for the address that was there: another address must not be sent it. */
function refuseMovedKeys(before: StoredValues, changes: Change[]): void {
  const sent = new Map(changes.map(({ setting, value }) => [setting.name, value]));
  for (const { setting, value } of changes) {
    const { key, name } = setting;
    if (key === undefined || before[key] === undefined || sent.has(key)) continue;
    if ((before[name] ?? null) === value) continue;
    const message = "Give the key again, or remove it: it was stored for the address before.";
    const details = [{ path: `values.${key}`, message }];
    throw new AppError("invalid_request", `Nothing was saved. ${message}`, { details });
  }
}

type Written = { version: string; changes: Change[]; setBy: string };

async function write(deps: ServerSettingsDeps, { version, changes, setBy }: Written) {
  const at = deps.clock.now().toISOString();
  const sealed = await sealKeys(deps, changes, setBy);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await countChange(trx, version, { setBy, at }))) throw changedMeanwhile();
    for (const row of sealed) await putSecret(trx, row);
    for (const { setting, value } of changes) {
      const { name, kind } = setting;
      const isSecret = kind === "secret";
      if (value === null && isSecret) await deleteSecret(trx, secretId({ name }, "model"));
      if (value === null && !isSecret) await deleteSetting(trx, name);
      if (value !== null && !isSecret) await putSetting(trx, { name, value, setBy, updatedAt: at });
    }
  });
}

function sealKeys(deps: SecretDeps, changes: Change[], setBy: string): Promise<SecretRow[]> {
  const keys = changes.flatMap(({ setting: { kind, name }, value }) =>
    kind === "secret" && value !== null ? [{ name, key: value }] : [],
  );
  return Promise.all(
    keys.map(({ name, key }) =>
      sealSecret(deps, { owner: { name }, value: { kind: "model", key }, setBy }),
    ),
  );
}

function changedMeanwhile(): AppError {
  return new AppError(
    "conflict",
    "Somebody else has changed these settings since you opened them: nothing was saved. Load them again, then save what you still want to change.",
  );
}
