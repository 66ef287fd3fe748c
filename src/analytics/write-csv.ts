import type { AskedQuestion } from "../contract/insights/analytics.ts";
import { type CsvCell, csvRecord } from "../text/safe/csv-record.ts";

type Source = AskedQuestion["sources"][number];

const columns: [name: string, cell: (question: AskedQuestion) => CsvCell][] = [
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
  yield csvRecord(columns.map(([name]) => name));
  for await (const question of questions)
    yield csvRecord(columns.map(([, cell]) => cell(question)));
}

function sourceText({ path, startLine, endLine, supported }: Source): string {
  const verdict = supported === false ? " (unsupported)" : "";
  return `${path}:${startLine}-${endLine}${verdict}`;
}
