import type { QuestionGroup } from "../contract/insights/groups.ts";
import { type CsvCell, csvRecord } from "../text/safe/csv-record.ts";

const columns: [name: string, cell: (group: QuestionGroup) => CsvCell][] = [
  ["id", (group) => group.id],
  ["name", (group) => group.name],
  ["state", (group) => group.state],
  ["count", (group) => group.count],
  ["unanswered", (group) => group.unanswered],
  ["thumbsDown", (group) => group.thumbsDown],
  ["lastWeek", (group) => group.lastWeek],
  ["weekBefore", (group) => group.weekBefore],
  ["firstAskedAt", (group) => group.firstAskedAt],
  ["lastAskedAt", (group) => group.lastAskedAt],
  ["nearestPage", (group) => group.nearestPage?.path ?? ""],
  ["language", (group) => group.language],
  ["words", (group) => group.words.join(" ")],
  ["note", (group) => group.note],
  ["examples", (group) => group.examples.join("\n")],
];

/** RFC 4180, a header and one record at a time. */
export async function* writeGroups(groups: AsyncIterable<QuestionGroup>): AsyncGenerator<string> {
  yield csvRecord(columns.map(([name]) => name));
  for await (const group of groups) yield csvRecord(columns.map(([, cell]) => cell(group)));
}
