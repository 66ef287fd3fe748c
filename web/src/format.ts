/** Where the reader is: the languages the browser asks for, best first, and its time zone unless another is named. */
export type Place = { locales: readonly string[]; timeZone?: string };

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** From here on a unit counts as whole. */
const nearly = 0.99;

/** "3 minutes ago", "in 2 days"; less than a minute away is "just now". Words are English, as all of the dashboard. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return iso;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size * nearly);
  if (unit === undefined) return "just now";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const amount = seconds / unit[1];
  // What has just begun to run still has all of its time: a week is no "6 days" a moment later.
  return format.format(Math.trunc(amount + Math.sign(amount) * (1 - nearly)), unit[0]);
}

/** The exact time, with the name of its zone: it is read by people in several. */
export function fullTime(iso: string, place?: Place): string {
  return written(iso, place, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
}

export function fullDate(iso: string, place?: Place): string {
  return written(iso, place, { dateStyle: "medium" });
}

/** "Jan 31", of a date that is no moment: no time zone moves it. */
export function shortDay(day: string, { locales } = here()): string {
  const place = { locales, timeZone: "UTC" };
  return written(`${day}T12:00:00.000Z`, place, { month: "short", day: "numeric" });
}

/** The names of all time zones that the browser knows. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone")];
}

/** The browser's, by the name that others know it by. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** In its own words: "français". */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}

export function number(amount: number, place = here()): string {
  return numbers(place, {}).format(amount);
}

/** "1.2K": where there is little room. */
export function shortNumber(amount: number, place = here()): string {
  return numbers(place, { notation: "compact", maximumFractionDigits: 1 }).format(amount);
}

export function count(amount: number, one: string, many = `${one}s`, place = here()): string {
  return `${number(amount, place)} ${amount === 1 ? one : many}`;
}

/** US dollars; the small change of one model call keeps enough digits to be told from nothing. */
export function money(dollars: number, place = here()): string {
  const isSmall = Math.abs(dollars) < 0.1 && dollars !== 0;
  const digits = isSmall
    ? { maximumSignificantDigits: 2, minimumFractionDigits: 2 }
    : { maximumFractionDigits: 2 };
  return numbers(place, { style: "currency", currency: "USD", ...digits }).format(dollars);
}

/** "850 ms", "4.2 s", "3 min 20 s", "2 h 5 min", "3 d 4 h": the two largest units. */
export function duration(ms: number, place = here()): string {
  if (!Number.isFinite(ms) || ms < 0) return "";
  if (ms < 1_000) return `${number(Math.round(ms), place)} ms`;
  if (ms < 10_000) return `${numbers(place, { maximumFractionDigits: 1 }).format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const write = (...parts: [number, string][]) =>
    parts
      .filter(([amount], index) => index === 0 || amount > 0)
      .map(([amount, unit]) => `${number(amount, place)} ${unit}`)
      .join(" ");
  if (minutes === 0) return write([seconds, "s"]);
  if (hours === 0) return write([minutes, "min"], [seconds % 60, "s"]);
  if (hours < 24) return write([hours, "h"], [minutes % 60, "min"]);
  return write([Math.floor(hours / 24), "d"], [hours % 24, "h"]);
}

export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}

function here(): Place {
  return { locales: navigator.languages };
}

function written(
  iso: string,
  { locales, timeZone } = here(),
  look: Intl.DateTimeFormatOptions,
): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const options = timeZone === undefined ? look : { ...look, timeZone };
  return new Intl.DateTimeFormat(usable(locales), options).format(date);
}

const made = new Map<string, Intl.NumberFormat>();

/** Making one takes longer than using it, and a table uses hundreds. */
function numbers({ locales }: Place, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locales, options]);
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(usable(locales), options);
  made.set(key, format);
  return format;
}

/** A browser may be set to ask for what is no language tag at all ("*", "C"); Intl throws on those. */
function usable(locales: readonly string[]): string[] {
  return locales.filter((locale) => {
    try {
      return Intl.getCanonicalLocales(locale).length > 0;
    } catch {
      return false;
    }
  });
}
