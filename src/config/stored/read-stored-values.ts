import { AppError } from "../../lib/app-error.ts";
import { readSecret, type SecretDeps } from "../../projects/secrets/sealed-secrets.ts";
import { readStoredSettings, type SettingRow } from "../../store/access/stored-settings.ts";
import type { StoredValues } from "./leave-out-faults.ts";
import { storableSettings } from "./storable-settings.ts";

export type ReadDeps = Pick<SecretDeps, "db" | "ring">;

export type Stored = {
  version: string;
  rows: SettingRow[];
  /** Secrets among them, opened. */
  values: StoredValues;
  /** Names of secrets that no key of this server opens. */
  unreadable: string[];
};

/** Everything that was changed in the dashboard. What Docent knows no more is left alone. */
export async function readStoredValues(deps: ReadDeps): Promise<Stored> {
  const { version, rows } = await readStoredSettings(deps.db);
  const known = new Set<string>(storableSettings.map(({ name }) => name));
  const values: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const { name, value } of rows) if (known.has(name)) values[name] = value;
  for (const { name, kind } of storableSettings) {
    if (kind !== "secret") continue;
    try {
      const found = await readSecret(deps, { name }, "model");
      if (found?.kind === "model") values[name] = found.key;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unreadable.push(name);
    }
  }
  return { version, rows: rows.filter(({ name }) => known.has(name)), values, unreadable };
}
