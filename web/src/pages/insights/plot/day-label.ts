import { fullDate } from "../../../format.ts";

/** A day as people write it; it is a date and no moment, so no time zone moves it. */
export function dayLabel(day: string): string {
  return fullDate(`${day}T12:00:00.000Z`, { locales: navigator.languages, timeZone: "UTC" });
}

export function shortDay(day: string): string {
  const look = { month: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(undefined, look).format(new Date(`${day}T12:00:00.000Z`));
}
