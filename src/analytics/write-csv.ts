import type { AskedQuestion, DayStats } from "../contract/insights/analytics.ts";
import type { CitedPage } from "../contract/insights/pages.ts";
import { type CsvCell, csvRecord } from "../text/safe/csv-record.ts";

type Source = AskedQuestion["sources"][number];

type Columns<Item> = readonly [name: string, cell: (item: Item) => CsvCell][];

const questionColumns: Columns<AskedQuestion> = [
  ["askedAt", (one) => one.askedAt],
  ["question", (one) => one.question],
  ["answer", (one) => one.answer],
  ["resolution", (one) => one.resolution],
  ["rating", (one) => one.feedback?.rating ?? ""],
  ["comment", (one) => one.feedback?.comment ?? ""],
  ["sources", (one) => one.sources.map(sourceText).join("; ")],
  ["model", (one) => one.model],
  ["revision", (one) => one.revision],
  ["retrievedMs", (one) => one.timings.retrievedMs],
  ["firstTokenMs", (one) => one.timings.firstTokenMs],
  ["totalMs", (one) => one.timings.totalMs],
  ["inputTokens", (one) => one.usage.inputTokens],
  ["outputTokens", (one) => one.usage.outputTokens],
  ["cacheReadTokens", (one) => one.usage.cacheReadTokens],
  ["cacheWriteTokens", (one) => one.usage.cacheWriteTokens],
  ["costUsd", (one) => one.usage.costUsd],
  ["error", (one) => one.error],
  ["fp", (one) => one.fp],
  ["threadId", (one) => one.threadId],
  ["messageId", (one) => one.messageId],
  ["answerId", (one) => one.answerId],
  ["outcome", (one) => one.outcome],
  ["audience", (one) => one.audience],
];

/** RFC 4180, a header and one record at a time. */
export async function* writeCsv(questions: AsyncIterable<AskedQuestion>): AsyncGenerator<string> {
  yield headOf(questionColumns);
  for await (const question of questions) yield recordOf(questionColumns, question);
}

const dayColumns: Columns<DayStats> = [
  ["day", (one) => one.day],
  ["questions", (one) => one.questions],
  ["answered", (one) => one.answered],
  ["unanswered", (one) => one.unanswered],
  ["reserve", (one) => one.reserve],
  ["declined", (one) => one.declined],
  ["cut", (one) => one.cut],
  ["refused", (one) => one.refused],
  ["failed", (one) => one.failed],
  ["up", (one) => one.up],
  ["down", (one) => one.down],
  ["firstTokenMsP50", (one) => one.firstTokenMs?.p50 ?? null],
  ["firstTokenMsP95", (one) => one.firstTokenMs?.p95 ?? null],
  ["totalMsP50", (one) => one.totalMs?.p50 ?? null],
  ["totalMsP95", (one) => one.totalMs?.p95 ?? null],
  ["inputTokens", (one) => one.usage.inputTokens],
  ["outputTokens", (one) => one.usage.outputTokens],
  ["cacheReadTokens", (one) => one.usage.cacheReadTokens],
  ["cacheWriteTokens", (one) => one.usage.cacheWriteTokens],
  ["costUsd", (one) => one.usage.costUsd],
];

export function dayCsv(days: DayStats[]): string {
  return headOf(dayColumns) + days.map((day) => recordOf(dayColumns, day)).join("");
}

const pageColumns: Columns<CitedPage> = [
  ["path", (one) => one.path],
  ["title", (one) => one.title],
  ["url", (one) => one.url],
  ["cited", (one) => one.cited],
  ["up", (one) => one.up],
  ["down", (one) => one.down],
  ["lastCitedAt", (one) => one.lastCitedAt],
  ["pageUp", (one) => one.pageUp],
  ["pageDown", (one) => one.pageDown],
  ["isCurrent", (one) => (one.isCurrent ? "yes" : "no")],
];

export function pageCsv(pages: CitedPage[]): string {
  return headOf(pageColumns) + pages.map((page) => recordOf(pageColumns, page)).join("");
}

function headOf<Item>(columns: Columns<Item>): string {
  return csvRecord(columns.map(([name]) => name));
}

function recordOf<Item>(columns: Columns<Item>, item: Item): string {
  return csvRecord(columns.map(([, cell]) => cell(item)));
}

function sourceText({ path, startLine, endLine, supported }: Source): string {
  const verdict = supported === false ? " (unsupported)" : "";
  return `${path}:${startLine}-${endLine}${verdict}`;
}
