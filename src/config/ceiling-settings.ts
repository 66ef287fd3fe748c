import type { Ceilings } from "../usage/check-ceiling.ts";
import { dollarsOrNone, toMicros, type Values, wholeNumber } from "./setting-rules.ts";

const tokens = wholeNumber(0, 1_000_000_000_000).optional();

/** Some thousand answers of the models that most sites use: an attack ends there, and ordinary use does not. */
const dollarsOfProject = 100;
/** What about as many answers take, for models whose price nobody knows. */
const tokensOfProject = 50_000_000;

/** What keys and projects may use in a day, as `settings.ts` lists it. */
export const ceilingSettings = {
  DOCENT_DAILY_TOKENS_PER_KEY: {
    rule: tokens,
    help: "Tokens that models may use in a day (UTC) for one key. Unset or 0: no ceiling.",
  },
  DOCENT_DAILY_TOKENS_PER_PROJECT: {
    rule: tokens,
    help: `Tokens that models may use in a day (UTC) for one project. Unset: ${tokensOfProject} of models whose price is not known. 0: no ceiling.`,
  },
  DOCENT_DAILY_COST_PER_KEY: {
    rule: dollarsOrNone.optional(),
    help: "Dollars that models may cost in a day (UTC) for one key. Unset or 0: no ceiling.",
  },
  DOCENT_DAILY_COST_PER_PROJECT: {
    rule: dollarsOrNone.default(dollarsOfProject),
    help: "Dollars that models may cost in a day (UTC) for one project. 0: no ceiling.",
  },
};

export function toCeilings(read: Values<typeof ceilingSettings>): Ceilings {
  return {
    tokensPerKey: read.DOCENT_DAILY_TOKENS_PER_KEY || undefined,
    tokensPerProject: read.DOCENT_DAILY_TOKENS_PER_PROJECT || undefined,
    unpricedTokensPerProject:
      (read.DOCENT_DAILY_TOKENS_PER_PROJECT ?? tokensOfProject) || undefined,
    costMicrosPerKey: toMicros(read.DOCENT_DAILY_COST_PER_KEY) || undefined,
    costMicrosPerProject: toMicros(read.DOCENT_DAILY_COST_PER_PROJECT) || undefined,
  };
}
