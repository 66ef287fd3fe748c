import { addTexts, type Migration } from "./migration.ts";

/** Settings that people change while the service runs: of the deployment by name, and of each project. */
export const settingsMigration: Migration = {
  name: "0025-settings",
  statements: [
    `create table settings (
      name text primary key,
      value text not null,
      set_by text not null,
      updated_at text not null
    )`,
    ...addTexts("projects", ["own_settings"]),
  ],
};
