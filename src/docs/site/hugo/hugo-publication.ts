import { isRecord } from "../../values/plain-record.ts";
import { memberOf, type StaticValue } from "../../values/static-value.ts";
import { type DatedPage, type DateReader, timeOf } from "./hugo-dates.ts";

/** Whether a page is published at this moment: no draft, not before its day or after it, and made into a page at all. */
export function publicationOf(config: StaticValue, dates: DateReader) {
  const builds = (kind: string) => memberOf(config, `build${kind}`) === true;
  const [showsDrafts, showsFuture, showsExpired] = ["Drafts", "Future", "Expired"].map(builds);
  return (page: DatedPage, now: number): boolean => {
    const { matter } = page;
    if (matter.get("draft") === true && showsDrafts !== true) return false;
    const start = timeOf(dates.read("publishdate", page) ?? "");
    if (start > now && showsFuture !== true) return false;
    const end = timeOf(dates.read("expirydate", page) ?? "");
    if (end <= now && showsExpired !== true) return false;
    if (matter.get("headless") === true) return false;
    const build = matter.get("build") ?? matter.get("_build");
    const render = isRecord(build) ? build.render : undefined;
    return render !== "never" && render !== "link" && render !== false;
  };
}
