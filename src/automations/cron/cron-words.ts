import type { Cron } from "./parse-cron.ts";

const dayNames = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const monthNames =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A schedule in words: "every Monday at 07:00". */
export function cronWords(cron: Cron): string {
  const [day, time, months] = [dayWords(cron), timeWords(cron), monthWords(cron)];
  const parts = time.startsWith("every") ? [time, day === "every day" ? "" : day] : [day, time];
  return [...parts, months].filter((part) => part !== "").join(" ");
}

const mostTimes = 6;

function timeWords({ hours, minutes }: Cron): string {
  if (hours.length === 24) return everyHour(minutes);
  if (hours.length * minutes.length <= mostTimes)
    return `at ${listed(hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute))))}`;
  const hourStep = stepOf(hours, 24);
  if (hourStep !== undefined && minutes.length === 1)
    return `every ${hourStep} hours at minute ${minutes[0]}`;
  return `${everyHour(minutes)}, in the ${hours.length === 1 ? "hour" : "hours"} ${runs(hours)}`;
}

function everyHour(minutes: number[]): string {
  const step = stepOf(minutes, 60);
  if (minutes.length === 60) return "every minute";
  if (step !== undefined) return `every ${step} minutes`;
  if (minutes.length === 1 && minutes[0] === 0) return "every hour";
  return `every hour at ${minutes.length === 1 ? "minute" : "minutes"} ${runs(minutes)}`;
}

/** The step of numbers that go round evenly, from 0 on. */
function stepOf(numbers: number[], all: number): number | undefined {
  const [first, second] = numbers;
  if (first !== 0 || second === undefined || all % second !== 0) return undefined;
  const isEven = numbers.every((number, index) => number === index * second);
  return isEven && numbers.length === all / second ? second : undefined;
}

function dayWords({ days, weekdays, hasDays, hasWeekdays }: Cron): string {
  const isSomeDay = days.size < 31;
  const isSomeWeekday = weekdays.size < 7;
  const ofMonth = `on ${days.size === 1 ? "day" : "days"} ${runs([...days])} of the month`;
  if (!isSomeDay && !isSomeWeekday) return "every day";
  if (!isSomeWeekday) return ofMonth;
  if (!isSomeDay) return weekdayWords(weekdays);
  return hasDays && hasWeekdays
    ? `${ofMonth} and ${weekdayWords(weekdays)}`
    : `${weekdayWords(weekdays)} that is ${ofMonth}`;
}

function weekdayWords(weekdays: ReadonlySet<number>): string {
  const sorted = [...weekdays].sort((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  const text = sorted.join("");
  if (text === "12345") return "every weekday";
  if (text === "60") return "every Saturday and Sunday";
  return `every ${listed(sorted.map((day) => dayNames[day] ?? ""))}`;
}

function monthWords({ months }: Cron): string {
  if (months.size === 12) return "";
  return `in ${listed([...months].map((month) => monthNames[month - 1] ?? ""))}`;
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** 1, 2, 3 and 7 as "1 to 3 and 7". */
function runs(numbers: number[]): string {
  const found: number[][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else found.push([number]);
  }
  return listed(
    found.flatMap((run) => (run.length < 3 ? run.map(String) : [`${run[0]} to ${run.at(-1)}`])),
  );
}

function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
