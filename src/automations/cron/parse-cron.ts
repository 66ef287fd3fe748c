import { AppError } from "../../lib/app-error.ts";

/** When a schedule is due, in the time of its zone. */
export type Cron = {
  minutes: number[];
  hours: number[];
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** 0 is Sunday. */
  weekdays: ReadonlySet<number>;
  /** Whether the day of the month, or that of the week, is anything but all of them. */
  hasDays: boolean;
  hasWeekdays: boolean;
  /** Its hours go by the clock on the wall; otherwise every hour that passes counts, also one that comes twice. */
  isAtHours: boolean;
};

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const dayNames = "sun mon tue wed thu fri sat".split(" ");

type Field = { name: string; least: number; most: number; names?: string[]; firstNamed?: number };

const fields = {
  minutes: { name: "minute", least: 0, most: 59 },
  hours: { name: "hour", least: 0, most: 23 },
  days: { name: "day of the month", least: 1, most: 31 },
  months: { name: "month", least: 1, most: 12, names: monthNames, firstNamed: 1 },
  weekdays: { name: "day of the week", least: 0, most: 7, names: dayNames, firstNamed: 0 },
} satisfies Record<string, Field>;

const shortForms: Record<string, string> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
};

/** Reads the five fields of cron: numbers, names, lists, ranges and steps. Refuses dates that never come. */
export function parseCron(text: string): Cron {
  const given = text.trim().toLowerCase();
  const parts = (shortForms[given] ?? given).split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = parts;
  if (parts.length !== 5)
    throw invalid(
      "A schedule has five fields: minute, hour, day of the month, month, day of the week. For example, 0 7 * * mon.",
    );
  const weekdays = parseField(weekday, fields.weekdays).map((number) => number % 7);
  const cron: Cron = {
    minutes: parseField(minute, fields.minutes),
    hours: parseField(hour, fields.hours),
    days: new Set(parseField(day, fields.days)),
    months: new Set(parseField(month, fields.months)),
    weekdays: new Set(weekdays),
    hasDays: !day.startsWith("*"),
    hasWeekdays: !weekday.startsWith("*"),
    isAtHours: !hour.startsWith("*"),
  };
  if (!cron.hasWeekdays && !someDayExists(cron))
    throw invalid("No year has such a date: look at the day of the month and the month.");
  return cron;
}

/** As cron has it: where both days are given, either will do. `*` with a step narrows the other one. */
export function isOnDay(
  { hasDays, hasWeekdays, days, months, weekdays }: Cron,
  { month, day, weekday }: { month: number; day: number; weekday: number },
): boolean {
  if (!months.has(month)) return false;
  if (hasDays && hasWeekdays) return days.has(day) || weekdays.has(weekday);
  return days.has(day) && weekdays.has(weekday);
}

const mostItems = 60;

function parseField(text: string, field: Field): number[] {
  const items = text.split(",");
  if (items.length > mostItems) throw fault(text, field);
  const numbers = new Set(items.flatMap((item) => parseItem(item, field)));
  return [...numbers].sort((one, other) => one - other);
}

function parseItem(item: string, field: Field): number[] {
  const [range = "", step, ...more] = item.split("/");
  if (more.length > 0) throw fault(item, field);
  const by = step === undefined ? 1 : numberOf(step, item, { ...field, least: 1, names: [] });
  const [from, to] = rangeOf(range, item, field);
  const isOpen = step !== undefined && !range.includes("-") && range !== "*";
  const last = isOpen ? field.most : to;
  if (from > last) throw fault(item, field);
  const numbers: number[] = [];
  for (let number = from; number <= last; number += by) numbers.push(number);
  return numbers;
}

function rangeOf(range: string, item: string, field: Field): [number, number] {
  // 7 is another name of Sunday: all days are those from 0 to 6.
  if (range === "*") return [field.least, field.most === 7 ? 6 : field.most];
  const ends = range.split("-");
  if (ends.length > 2) throw fault(item, field);
  const [from, to] = ends.map((end) => numberOf(end, item, field));
  if (from === undefined) throw fault(item, field);
  // Friday to Sunday: a range that ends with Sunday ends with 7.
  const end = to === 0 && field.most === 7 && from > 0 ? 7 : to;
  return [from, end ?? from];
}

function numberOf(text: string, item: string, field: Field): number {
  const named = field.names?.indexOf(text) ?? -1;
  if (named >= 0) return named + (field.firstNamed ?? 0);
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= field.least && number <= field.most) return number;
  throw fault(item, field);
}

/** February has 29 days in some years. */
const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function someDayExists({ days, months }: Cron): boolean {
  const first = Math.min(...days);
  return [...months].some((month) => first <= (lengths[month - 1] ?? 0));
}

function fault(item: string, { name, least, most, names }: Field): AppError {
  const also = names && names.length > 0 ? ` or ${names[0]} to ${names.at(-1)}` : "";
  return invalid(
    `"${item.slice(0, 40)}" is no ${name}: give numbers from ${least} to ${most}${also}, lists such as 1,3, ranges such as 1-5, or steps such as */2.`,
  );
}

function invalid(message: string): AppError {
  return new AppError("invalid_request", message, {
    details: [{ path: "trigger.cron", message }],
  });
}
