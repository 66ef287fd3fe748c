import { z } from "zod";

export const settingGroups = [
  "models",
  "embedder",
  "ceilings",
  "jobs",
  "answers",
  "pulls",
  "retention",
] as const;
export type SettingGroup = (typeof settingGroups)[number];

export const settingKinds = ["text", "number", "choice", "secret"] as const;
export type SettingKind = (typeof settingKinds)[number];

/** One setting of the deployment, as the dashboard shows it. */
export const serverSetting = z.object({
  name: z.string().describe("As in the environment."),
  group: z.enum(settingGroups),
  label: z.string(),
  help: z.string(),
  kind: z.enum(settingKinds),
  choices: z.array(z.string()).describe("For a choice."),
  origin: z.enum(["environment", "stored", "default"]).describe("Where its value comes from."),
  value: z.string().describe("As the environment would have it; empty for a secret."),
  standard: z.string().describe("What holds where nothing is set; empty for nothing."),
  hint: z.string().describe("The last characters of a stored secret."),
  fingerprint: z
    .string()
    .describe("Of a stored secret: changes with it, and does not tell it; empty otherwise."),
  setBy: z.string(),
  locked: z.string().describe("Why it cannot be changed here; empty where it can."),
  fault: z.string().describe("Why what is stored does not count; empty where it does."),
  isReadable: z.boolean().describe("false: sealed with a key that this server does not have."),
  needsRestart: z.boolean().describe("A change counts from the next start on."),
});
export type ServerSetting = z.infer<typeof serverSetting>;

export const serverSettings = z.object({
  version: z.string().describe("A change names the one it was made from."),
  settings: z.array(serverSetting),
  waiting: z.array(z.string()).describe("What has changed and counts from the next start on."),
});
export type ServerSettings = z.infer<typeof serverSettings>;

export const serverSettingsChange = z.object({
  version: z.string().regex(/^\d{1,15}$/, "Must be the version of the settings."),
  values: z
    .record(z.string().max(100), z.string().max(5_000).nullable())
    .refine((values) => Object.keys(values).length <= 100, "At most 100 settings at once.")
    .describe("By name, as the environment would have them; null goes back to the standard."),
});
export type ServerSettingsChange = z.infer<typeof serverSettingsChange>;
