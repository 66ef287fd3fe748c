/** Days of the browser's time zone, both ends included. */
export type DayRange = { from: string; to: string };

export const presets = ["7", "30", "90", "365"] as const;
export type Preset = (typeof presets)[number] | "own";
export const mostDays = 366;

/** What the address says; anything else is the last thirty days. */
export function readRange(search: string, today: string): DayRange & { preset: Preset } {
  const params = new URLSearchParams(search);
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (isDay(from) && isDay(to) && isRange({ from, to })) return { from, to, preset: "own" };
  const preset = presets.find((days) => days === params.get("days")) ?? "30";
  return { from: addDays(today, 1 - Number(preset)), to: today, preset };
}

/** The part of an address's query that says which days, to keep on the way to another part. */
export function rangeOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of [...params.keys()])
    if (!["days", "from", "to"].includes(name)) params.delete(name);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

export function isRange({ from, to }: DayRange): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= mostDays;
}

const dayMs = 24 * 60 * 60_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The day that it is where the browser is. */
export function today(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  return /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
