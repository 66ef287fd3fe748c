import { z } from "zod";
import type { Ceilings } from "../usage/check-ceiling.ts";

const mostTokens = 1_000_000_000_000;
const mostDollars = 1_000_000;

const tokens = z
  .string()
  .refine(
    (text) => /^\d{1,13}$/.test(text) && Number(text) >= 1 && Number(text) <= mostTokens,
    `must be a whole number from 1 to ${mostTokens}`,
  )
  .transform(Number)
  .optional();

const dollars = z
  .string()
  .refine(
    (text) => /^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= mostDollars,
    `must be dollars above 0, such as 5 or 0.50, and at most ${mostDollars}`,
  )
  .transform(Number)
  .optional();

/** What keys and projects may use in a day, as `config.ts` lists it. */
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
    rule: dollars,
    help: "Dollars that models may cost in a day (UTC) for one key. Unset: no ceiling.",
  },
  DOCENT_DAILY_COST_PER_PROJECT: {
    rule: dollars,
    help: "Dollars that models may cost in a day (UTC) for one project. Unset: no ceiling.",
  },
};

type Read = {
  [Name in keyof typeof ceilingSettings]: z.output<(typeof ceilingSettings)[Name]["rule"]>;
};

export function toCeilings(read: Read): Ceilings {
  return {
    tokensPerKey: read.DOCENT_DAILY_TOKENS_PER_KEY,
    tokensPerProject: read.DOCENT_DAILY_TOKENS_PER_PROJECT,
    costMicrosPerKey: toMicros(read.DOCENT_DAILY_COST_PER_KEY),
    costMicrosPerProject: toMicros(read.DOCENT_DAILY_COST_PER_PROJECT),
  };
}

function toMicros(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : Math.round(amount * 1_000_000);
}
