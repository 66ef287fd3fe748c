import { mostStatDays } from "../contract/insights/analytics.ts";
import { AppError } from "../lib/app-error.ts";
import { addDays, dayAt, daysBetween } from "./zone-days.ts";

const usualDays = 30;
/** There are days before it, to compare with. */
const firstDay = "0010-01-01";

type Asked = { from?: string | undefined; to?: string | undefined; zone?: string | undefined };

/** The days that figures are asked for: the last thirty where nothing is said. */
export function chosenDays(query: Asked, now: Date): { from: string; to: string } {
  const to = query.to ?? dayAt(now.getTime(), query.zone ?? "UTC");
  const from = query.from ?? addDays(to, 1 - usualDays);
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= mostStatDays && from >= firstDay) return { from, to };
  const message = `From the first to the last day, at most ${mostStatDays} days.`;
  throw new AppError("invalid_request", "The range of days is not valid: see from and to.", {
    details: [{ path: "from", message }],
  });
}
