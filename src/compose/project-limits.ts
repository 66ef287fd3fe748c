import type { Config } from "../config/config.ts";
import type { LiveConfig } from "../config/stored/live-config.ts";
import type { DeploymentFacts, LimitName } from "../projects/settings/deployment-facts.ts";
import type { Project } from "../store/docs/projects.ts";
import type { Ceilings } from "../usage/check-ceiling.ts";

const settingOf: Record<LimitName, string> = {
  dailyDollars: "DOCENT_DAILY_COST_PER_PROJECT",
  dailyTokens: "DOCENT_DAILY_TOKENS_PER_PROJECT",
  keepAnswersDays: "DOCENT_KEEP_ANSWERS_DAYS",
};

/** What a project says of its own counts, unless the environment says something. */
function ownLimit(live: LiveConfig, project: Project, name: LimitName): number | undefined {
  return live.isSet(settingOf[name]) ? undefined : project.ownSettings?.[name];
}

/** What a project may use in a day: its own ceilings in place of the deployment's. 0 lifts one. */
export function ceilingsOf(live: LiveConfig, project: Project): Ceilings {
  const { ceilings } = live.config;
  const dollars = ownLimit(live, project, "dailyDollars");
  const tokens = ownLimit(live, project, "dailyTokens");
  return {
    ...ceilings,
    ...(dollars !== undefined && {
      costMicrosPerProject: Math.round(dollars * 1_000_000) || undefined,
    }),
    ...(tokens !== undefined && {
      tokensPerProject: tokens || undefined,
      unpricedTokensPerProject: tokens || undefined,
    }),
  };
}

/** How many days a project's answers are kept; 0 for ever. */
export function keepDaysOf(live: LiveConfig, project: Project): number {
  return ownLimit(live, project, "keepAnswersDays") ?? live.config.keepAnswersDays;
}

/** What the settings of projects stand beside. */
export function deploymentFacts(live: LiveConfig): DeploymentFacts {
  const { config } = live;
  return {
    limitOf(name) {
      if (name === "keepAnswersDays") return config.keepAnswersDays;
      const { costMicrosPerProject: micros, unpricedTokensPerProject: tokens } = config.ceilings;
      if (name === "dailyTokens") return tokens;
      return micros === undefined ? undefined : micros / 1_000_000;
    },
    setBy: (name) => (live.isSet(settingOf[name]) ? settingOf[name] : ""),
    embedder: () => describeEmbedder(config),
    servedBy: (domain) => (domain === config.domain ? (placeSettings.find(live.isSet) ?? "") : ""),
  };
}

const placeSettings = ["DOCENT_DOCS", "DOCENT_BRANCH", "DOCENT_SUBFOLDER"];

function describeEmbedder({ embedding }: Config): string {
  if (!embedding) return "bundled: part of Docent, needs no key and no network";
  return `${embedding.kind}: ${embedding.model} at ${new URL(embedding.url).host}`;
}
