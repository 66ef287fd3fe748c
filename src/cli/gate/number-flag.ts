import { AppError } from "../../lib/app-error.ts";
import type { Flags } from "../command.ts";

/** A flag that holds a number above 0; undefined where it is not given. */
export function numberFlag(flags: Flags, name: string): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new AppError("invalid_request", `--${name} is a number above 0.`);
}
