import { z } from "zod";
import { webAddress } from "../text/safe/web-address.ts";

/** A setting: its rule with its default, and the words that explain it in `.env.example`. */
export type Setting = { rule: z.ZodType; help: string };

/** What the settings of a table are once they are read. */
export type Values<Table extends Record<string, Setting>> = {
  [Name in keyof Table]: z.output<Table[Name]["rule"]>;
};

export const address = z
  .string()
  .refine(
    (text) => webAddress(text) !== undefined,
    "must be an http or https address without a user, query or fragment",
  )
  .transform((text) => webAddress(text) ?? text);

/** Host names; one that begins with `*.` stands for every host below it. */
export const hostNames = z
  .string()
  .transform(commaList)
  .refine(
    (hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host)),
    "must be host names, separated by commas; *.example.com stands for all below it",
  )
  .default([]);

export const onOrOff = z.enum(["on", "off"], "must be on or off");

/** The characters of a bearer token: none of them changes when a server repeats it in an error. */
export const keyPattern = /^[\w.~+/=:-]{1,4096}$/;
export const keyRule = "must be letters, digits and any of . _ ~ + / = : -";
export const key = z.string().regex(keyPattern, keyRule);

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

/** A setting that is an amount of money, or 0 for no limit. */
export const dollarsOrNone = z
  .string()
  .refine(
    (text) => /^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) <= mostDollars,
    `must be dollars, such as 5 or 0.50, and at most ${mostDollars}; 0 for no ceiling`,
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
