import { fullDate } from "../../../format.ts";

/** A day as people write it; it is a date and no moment, so no time zone moves it. */
export function dayLabel(day: string): string {
  return fullDate(`${day}T12:00:00.000Z`, { locales: navigator.languages, timeZone: "UTC" });
}
