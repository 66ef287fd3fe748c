import { z } from "zod";

/** A setting that is a whole number in a range. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);
}

const mostDollars = 1_000_000;

/** A setting that is an amount of money above nothing. */
export const dollars = z
  .string()
  .refine(
    (text) => /^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= mostDollars,
    `must be dollars above 0, such as 5 or 0.50, and at most ${mostDollars}`,
  )
  .transform(Number);

export function toMicros(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : Math.round(amount * 1_000_000);
}

/** Entries of a setting that are separated by commas. */
export function commaList(list: string): string[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
