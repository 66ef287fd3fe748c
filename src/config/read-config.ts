import { z } from "zod";
import { didYouMean } from "../text/nearest-word.ts";
import { type Config, toConfig } from "./config.ts";
import { type EmbedderSettings, embedderFaults } from "./embedder-settings.ts";
import { type ModelEnvironment, readModels } from "./model-settings.ts";
import { readGitAccess } from "./read-git-access.ts";
import { settingsError } from "./setting-origins.ts";
import { type SettingName, type Settings, settings } from "./settings.ts";
import { type SignInSettings, signInFaults } from "./sign-in-settings.ts";

type Given = Record<string, string | undefined>;

export type Flags = Partial<Record<SettingName, string>>;

/** Flags of the command line win over the environment. Every fault is listed at once. */
export function loadConfig(env: Given, flags: Flags, terminal: boolean): Config {
  const { config, faults } = checkConfig(env, flags, terminal);
  if (config) return config;
  throw settingsError(faults);
}

/** The settings, or what is wrong with them: each fault begins with the name of its setting and shows no value. */
export function checkConfig(
  env: Given,
  flags: Flags,
  terminal: boolean,
): { config: Config | undefined; faults: string[] } {
  const given: Given = { ...env, ...flags };
  const faults: string[] = [];
  const read = Object.fromEntries(
    Object.entries(settings).map(([name, { rule }]) => {
      const result = rule.safeParse(given[name] === "" ? undefined : given[name]);
      if (!result.success) {
        const [issue] = result.error.issues;
        faults.push(`${name}: ${issue?.message ?? "is not valid"}${meant(rule, given[name])}`);
      }
      return [name, result.data];
    }),
  );
  const git = readGitAccess(given);
  const { models, faults: modelFaults } = readModels(read as Partial<ModelEnvironment>, given);
  if ((read.DOCENT_TLS_CERT_FILE === undefined) !== (read.DOCENT_TLS_KEY_FILE === undefined))
    faults.push("DOCENT_TLS_CERT_FILE and DOCENT_TLS_KEY_FILE: set both, or neither");
  if (read.DATABASE_URL === undefined) faults.push(...needPostgres(given));
  faults.push(
    ...git.faults,
    ...embedderFaults(read as Partial<EmbedderSettings>),
    ...modelFaults,
    ...signInFaults(read as Partial<SignInSettings>),
  );
  if (faults.length > 0) return { config: undefined, faults };
  return { config: toConfig(read as Settings, { git: git.access, models }, terminal), faults };
}

/** One server does everything on an embedded store: nobody else could do what it leaves out. */
function needPostgres(given: Given): string[] {
  return ["DOCENT_ROLE", "DATABASE_LISTEN_URL"]
    .filter((name) => given[name] !== undefined && given[name] !== "")
    .map((name) => `${name}: needs DATABASE_URL, a PostgreSQL that nodes share`);
}

/** For a setting with a few values, the one that was probably meant. */
function meant(rule: z.ZodType, text = ""): string {
  const inner = rule instanceof z.ZodDefault ? rule.unwrap() : rule;
  return inner instanceof z.ZodEnum ? didYouMean(text, inner.options.map(String)) : "";
}
