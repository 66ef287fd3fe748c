import { describe, expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { cronWords } from "./cron-words.ts";
import { parseCron } from "./parse-cron.ts";
import { openZone } from "./time-zone.ts";

describe("a schedule in the form of cron", () => {
  test.each([
    ["0 7 * * mon", "every Monday at 07:00"],
    ["0 7 * * 1-5", "every weekday at 07:00"],
    ["0 7,19 * * *", "every day at 07:00 and 19:00"],
    ["*/15 * * * *", "every 15 minutes"],
    ["5 * * * *", "every hour at minute 5"],
    ["@hourly", "every hour"],
    ["@daily", "every day at 00:00"],
    ["0 */6 * * *", "every day at 00:00, 06:00, 12:00 and 18:00"],
    ["0 */2 * * *", "every 2 hours at minute 0"],
    ["0 8 1,15 * *", "on days 1 and 15 of the month at 08:00"],
    ["0 8 1 jan,jul *", "on day 1 of the month at 08:00 in January and July"],
    ["0 8 13 * fri", "on day 13 of the month and every Friday at 08:00"],
    ["0 9 * * fri-sun", "every Friday, Saturday and Sunday at 09:00"],
    ["0 9 * * 6,7", "every Saturday and Sunday at 09:00"],
    ["*/10 9-17 * * 1-5", "every 10 minutes, in the hours 9 to 17 every weekday"],
    ["* * * * *", "every minute"],
    ["10/20 3 * * *", "every day at 03:10, 03:30 and 03:50"],
  ])("%s is %s", (text, words) => {
    expect(cronWords(parseCron(text))).toBe(words);
  });

  test.each([
    ...["", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *"],
    ...["* * * * 8", "5-1 * * * *", "*/0 * * * *", "1-2-3 * * * *", "a * * * *", "*/2/3 * * * *"],
    ...[
      "0 0 30 2 *",
      "0 0 31 4,6,9,11 *",
      "0 0 L * *",
      "0 0 ? * mon",
      "-1 * * * *",
      "1,,2 * * * *",
    ],
    ...["0 0 1e0 * *", `${"1,".repeat(80)}1 * * * *`],
  ])("%s is refused", (text) => {
    expect(() => parseCron(text)).toThrow(AppError);
  });

  test("a time zone that does not exist is refused", () => {
    expect(() => openZone("Europe/Nowhere")).toThrow("is no time zone");
  });
});
