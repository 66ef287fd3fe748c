import type { Ceilings } from "../usage/check-ceiling.ts";
import { dollars, toMicros, type Values, wholeNumber } from "./setting-rules.ts";

const tokens = wholeNumber(1, 1_000_000_000_000).optional();
const cost = dollars.optional();

/** What keys and projects may use in a day, as `settings.ts` lists it. */
export const ceilingSettings = {
  DOCENT_DAILY_TOKENS_PER_KEY: {
    rule: tokens,
    help: "Tokens that models may use in a day (UTC) for one key. Unset: no ceiling.",
  },
  DOCENT_DAILY_TOKENS_PER_PROJECT: {
    rule: tokens,
    help: "Tokens that models may use in a day (UTC) for one project. Unset: no ceiling.",
  },
  DOCENT_DAILY_COST_PER_KEY: {
    rule: cost,
    help: "Dollars that models may cost in a day (UTC) for one key. Unset: no ceiling.",
  },
  DOCENT_DAILY_COST_PER_PROJECT: {
    rule: cost,
    help: "Dollars that models may cost in a day (UTC) for one project. Unset: no ceiling.",
  },
};

export function toCeilings(read: Values<typeof ceilingSettings>): Ceilings {
  return {
    tokensPerKey: read.DOCENT_DAILY_TOKENS_PER_KEY,
    tokensPerProject: read.DOCENT_DAILY_TOKENS_PER_PROJECT,
    costMicrosPerKey: toMicros(read.DOCENT_DAILY_COST_PER_KEY),
    costMicrosPerProject: toMicros(read.DOCENT_DAILY_COST_PER_PROJECT),
  };
}
