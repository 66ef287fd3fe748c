import type { Act } from "../contract/acts.ts";
import { csvRecord } from "../text/safe/csv-record.ts";

const columns: [name: string, cell: (act: Act) => string][] = [
  ["at", (act) => act.at],
  ["actorKind", (act) => act.actor.kind],
  ["actorId", (act) => act.actor.id],
  ["actor", (act) => act.actor.name],
  ["action", (act) => act.action],
  ["project", (act) => act.domain || act.projectId],
  ["target", (act) => act.target],
  ["network", (act) => act.network],
];

/** RFC 4180, a header and one record at a time. */
export async function* writeActs(acts: AsyncIterable<Act>): AsyncGenerator<string> {
  yield csvRecord(columns.map(([name]) => name));
  for await (const act of acts) yield csvRecord(columns.map(([, cell]) => cell(act)));
}
