import type { z } from "zod";
import { AppError } from "../../lib/app-error.ts";
import {
  choiceFlag,
  type Flag,
  type Flags,
  requiredFlag,
  switchFlag,
  textFlag,
} from "../command.ts";

/** What every command about readers' questions takes. */
export const rangeFlags: Record<string, Flag> = {
  domain: requiredFlag("NAME", "Project whose readers' questions are meant."),
  from: textFlag("DAY", "First day, as 2030-01-31 (default: thirty days ago)."),
  to: textFlag("DAY", "Last day; it is part of the range (default: today)."),
  zone: textFlag("ZONE", "Time zone of the days, as Europe/Berlin (default: this machine's)."),
  audience: choiceFlag(["readers", "members", "all"], "Who asked (default: readers)."),
  json: switchFlag("Print JSON, as the API returns it."),
  csv: switchFlag("Print CSV, for a spreadsheet."),
};

/** The flags as a query of the API, read by the same rules; what is wrong is told by the flag's name. */
export function readFlags<Query>(
  flags: Flags,
  schema: z.ZodType<Query>,
  names: readonly string[],
): Query {
  if (flags.has("json") && flags.has("csv"))
    throw new AppError("invalid_request", "Choose --json or --csv: one of them is printed.");
  const given = Object.fromEntries(
    names.flatMap((name) => {
      const value = flags.text(name);
      return value === undefined ? [] : [[queryName(name), value]];
    }),
  );
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const format = flags.has("csv") ? "csv" : "json";
  const read = schema.safeParse({ zone: own, ...given, format });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const flag = names.find((name) => queryName(name) === issue?.path[0]) ?? "zone";
  throw new AppError("invalid_request", `--${flag}: ${issue?.message ?? "not understood"}`);
}

/** Words for a search are called `q` in an address. */
function queryName(flag: string): string {
  return flag === "search" ? "q" : flag;
}

export const rangeNames = ["from", "to", "zone", "audience"] as const;
