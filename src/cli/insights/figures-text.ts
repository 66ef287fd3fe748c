import type { DayStats, Figures, StatsResult } from "../../contract/insights/analytics.ts";
import { table } from "../terminal-text.ts";

/** A range of days in a screenful: each figure beside that of the days before, then the days themselves. */
export function figuresText(domain: string, stats: StatsResult): string {
  const { from, to, zone, total, before, days } = stats;
  const asked = days.filter(({ questions }) => questions > 0);
  return [
    `${domain}, ${from} to ${to} (${zone})`,
    "",
    table(
      ["", "NOW", "SHARE", `BEFORE (${before.from} to ${before.to})`],
      figureRows(total, before),
    ),
    "",
    asked.length === 0 ? "Nobody asked anything in these days." : table(dayHead, asked.map(dayRow)),
    ...(asked.length > 0 && asked.length < days.length
      ? ["", "Days without questions are left out."]
      : []),
  ].join("\n");
}

function figureRows(now: Figures, before: Figures): string[][] {
  const row = (name: string, of: (figures: Figures) => number) => [
    name,
    String(of(now)),
    now.questions > 0 ? `${Math.round((of(now) / now.questions) * 100)} %` : "-",
    String(of(before)),
  ];
  const plain = (name: string, of: (figures: Figures) => string) => [name, of(now), "", of(before)];
  return [
    row("Questions", ({ questions }) => questions),
    row("Answered", ({ answered }) => answered),
    row("With reserve", ({ reserve }) => reserve),
    row("Unanswered", ({ unanswered, reserve }) => unanswered - reserve),
    row("Cut, refused, failed", ({ cut, refused, failed }) => cut + refused + failed),
    row("Thumbs up", ({ up }) => up),
    row("Thumbs down", ({ down }) => down),
    plain("First text, p50 / p95", ({ firstTokenMs }) => waits(firstTokenMs)),
    plain("Whole answer, p50 / p95", ({ totalMs }) => waits(totalMs)),
    plain("Tokens read / written", ({ usage }) => `${tokensRead(usage)} / ${usage.outputTokens}`),
    plain("Cost", ({ usage }) => dollars(usage.costUsd)),
  ];
}

const dayHead = [
  "DAY",
  "QUESTIONS",
  "ANSWERED",
  "RESERVE",
  "UNANSWERED",
  "UP",
  "DOWN",
  "FIRST TEXT",
  "COST",
];

function dayRow(day: DayStats): string[] {
  const { questions, answered, reserve, unanswered, up, down } = day;
  return [
    day.day,
    ...[questions, answered, reserve, unanswered - reserve, up, down].map(String),
    waits(day.firstTokenMs),
    dollars(day.usage.costUsd),
  ];
}

function waits(measured: { p50: number; p95: number } | null): string {
  return measured === null ? "-" : `${measured.p50} / ${measured.p95} ms`;
}

function tokensRead(usage: Figures["usage"]): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

function dollars(usd: number): string {
  return `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}
