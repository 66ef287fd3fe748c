import type { AutomationTrigger } from "../contract/automations.ts";
import { shownAddress } from "../git/remote/remote-address.ts";
import { cronWords } from "./cron/cron-words.ts";
import { parseCron } from "./cron/parse-cron.ts";

/** What starts an automation, in words. `location`: of its repository; "" where that is gone. */
export function automationWords(trigger: AutomationTrigger, location = ""): string {
  if (trigger.kind === "schedule")
    return `${cronWords(parseCron(trigger.cron))}, ${trigger.timeZone}`;
  if (trigger.kind === "group") return `when ${trigger.count} readers ask for the same`;
  const where = location === "" ? "a removed repository" : shortAddress(location);
  const what = trigger.on === "push" ? "a push to" : "a merged pull request in";
  const paths = trigger.paths.length === 0 ? "" : `, where ${trigger.paths.join(", ")} changed`;
  return `after ${what} ${where}${paths}`;
}

/** Host and path are enough to know it by. */
function shortAddress(location: string): string {
  return shownAddress(location)
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\.git$/, "");
}
