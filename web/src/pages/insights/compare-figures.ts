import { number } from "../../format.ts";

export type Change = { text: string; direction: "up" | "down" | "same" };

/** How a figure has changed against the days before, in words. */
export function changeOf(now: number | null, before: number | null): Change | undefined {
  if (now === null || before === null) return undefined;
  if (now === before) return { text: "as before", direction: "same" };
  const direction = now > before ? "up" : "down";
  if (before === 0) return { text: "none before", direction };
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return { text: "as before", direction: "same" };
  const text =
    percent > 999
      ? `${number(Math.round(now / before))} times as much`
      : `${number(percent)} % ${direction === "up" ? "more" : "less"}`;
  return { text, direction };
}

/** "12 %"; of nothing there is no share. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return "< 1 %";
  return percent < 100 && percent > 99 ? "> 99 %" : `${Math.round(percent)} %`;
}
