import type { AskedQuestion } from "../contract/analytics.ts";

type Cell = string | number | null;
type Source = AskedQuestion["sources"][number];

const columns: [name: string, cell: (question: AskedQuestion) => Cell][] = [
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
  yield record(columns.map(([name]) => name));
  for await (const question of questions) yield record(columns.map(([, cell]) => cell(question)));
}

function record(cells: Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = guarded(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a cell that begins like a formula; readers' words must not become one. Where commas are decimal
 * signs they part cells at semicolons instead, see no quotes in the middle of one, and end it with the line.
 */
function guarded(text: string): string {
  const inner = text.replace(/([;\t\r\n][" ]*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /^[" ]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(inner) ? `'${inner}` : inner;
}

function sourceText({ path, startLine, endLine, supported }: Source): string {
  const verdict = supported === false ? " (unsupported)" : "";
  return `${path}:${startLine}-${endLine}${verdict}`;
}
