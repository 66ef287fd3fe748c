import type { SettingGroup, SettingKind } from "../../contract/server-settings.ts";
import { type SettingName, settings } from "../settings.ts";

/** A setting that an owner may change in the dashboard. */
export type StorableSetting = {
  name: SettingName;
  group: SettingGroup;
  label: string;
  kind: SettingKind;
  choices: string[];
  /** It is read once, at the start. */
  needsRestart: boolean;
  /** For an address: the secret that is sent there. */
  key?: SettingName;
};

type More = Partial<Pick<StorableSetting, "kind" | "choices" | "needsRestart" | "key">>;

const atStart: More = { needsRestart: true };
const number: More = { kind: "number" };
const secret: More = { kind: "secret" };

/**
 * Paths, ports, hosts, proxies and whatever decides who gets in are not among them: they are for whoever runs the
 * machine. In the order in which they are shown.
 */
export const storableSettings: StorableSetting[] = [
  one("models", "DOCENT_MODEL_PROVIDER", "Provider", {
    ...{ kind: "choice", choices: ["auto", "anthropic", "openai-compatible", "embedded"] },
  }),
  one("models", "DOCENT_ANSWER_MODEL", "Model for answers", {
    ...{ kind: "choice", choices: ["sonnet", "opus"] },
  }),
  one("models", "ANTHROPIC_API_KEY", "Key for Anthropic", secret),
  one("models", "ANTHROPIC_BASE_URL", "Address of a gateway to Anthropic", {
    key: "ANTHROPIC_API_KEY",
  }),
  one("models", "DOCENT_MODEL_URL", "Address of an OpenAI-compatible server", {
    key: "DOCENT_MODEL_KEY",
  }),
  one("models", "DOCENT_MODEL_KEY", "Key for that server", secret),
  one("models", "DOCENT_MODEL_SONNET", "Model called sonnet"),
  one("models", "DOCENT_MODEL_OPUS", "Model called opus"),
  one("models", "DOCENT_MAX_OUTPUT_TOKENS", "Most tokens of one reply", number),
  one("embedder", "DOCENT_EMBEDDER", "Embedder", {
    ...{ ...atStart, kind: "choice", choices: ["bundled", "openai", "ollama"] },
  }),
  one("embedder", "DOCENT_EMBEDDER_URL", "Address of the embedder", {
    ...{ ...atStart, key: "DOCENT_EMBEDDER_KEY" },
  }),
  one("embedder", "DOCENT_EMBEDDER_MODEL", "Model of the embedder", atStart),
  one("embedder", "DOCENT_EMBEDDER_KEY", "Key for the embedder", { ...secret, ...atStart }),
  one("embedder", "DOCENT_EMBEDDER_LANGUAGES", "Languages of the embedder", {
    ...{ ...atStart, kind: "choice", choices: ["any", "en"] },
  }),
  one("embedder", "DOCENT_EMBEDDER_DIMENSIONS", "Dimensions", { ...number, ...atStart }),
  one("ceilings", "DOCENT_DAILY_COST_PER_PROJECT", "Dollars a day for a project", number),
  one("ceilings", "DOCENT_DAILY_TOKENS_PER_PROJECT", "Tokens a day for a project", number),
  one("ceilings", "DOCENT_DAILY_COST_PER_KEY", "Dollars a day for a key", number),
  one("ceilings", "DOCENT_DAILY_TOKENS_PER_KEY", "Tokens a day for a key", number),
  one("jobs", "DOCENT_JOBS_AT_ONCE", "Jobs at once", number),
  one("jobs", "DOCENT_JOB_MAX_STEPS", "Steps of a job", number),
  one("jobs", "DOCENT_JOB_MAX_MINUTES", "Minutes of a job", number),
  one("jobs", "DOCENT_JOB_MAX_TOKENS", "Tokens of a job", number),
  one("jobs", "DOCENT_JOB_MAX_COST", "Dollars of a job", number),
  one("jobs", "DOCENT_JOB_MAX_FILES", "Files of a job", number),
  one("answers", "DOCENT_ANSWERS_PER_READER", "Answers at once for a reader", {
    ...{ ...number, ...atStart },
  }),
  one("answers", "DOCENT_ANSWERS_PER_KEY", "Answers at once for a key", { ...number, ...atStart }),
  one("answers", "DOCENT_MAX_QUESTION_CHARACTERS", "Longest question", { ...number, ...atStart }),
  one("pulls", "DOCENT_MENTION", "Name of the agent in comments", atStart),
  one("pulls", "DOCENT_PULL_LABELS", "Labels of pull requests", atStart),
  one("pulls", "DOCENT_PULL_REVIEWERS", "Reviewers of pull requests", atStart),
  one("retention", "DOCENT_KEEP_ANSWERS_DAYS", "Days that answers are kept", number),
];

function one(
  group: SettingGroup,
  name: SettingName,
  label: string,
  { kind = "text", choices = [], needsRestart = false, key }: More = {},
): StorableSetting {
  return { name, group, label, kind, choices, needsRestart, ...(key && { key }) };
}

export function findStorable(name: string): StorableSetting | undefined {
  return storableSettings.find((setting) => setting.name === name);
}

/** What holds where nothing is set, as the environment would have it. */
export function standardOf(name: SettingName): string {
  const value: unknown = settings[name].rule.safeParse(undefined).data;
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
}
