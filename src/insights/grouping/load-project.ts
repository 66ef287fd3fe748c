import type { Database } from "../../store/database.ts";
import {
  type CentreRow,
  centresOfProject,
  type MemberRow,
  membersOfCentres,
  sampleTexts,
} from "../../store/insights/centre-rows.ts";
import { mostMembers } from "./centres.ts";
import type { GroupingDeps } from "./grouping-deps.ts";

/** What one project may take of the thread's memory: about a kilobyte each. Older ones take no more questions in. */
const mostCentres = 60_000;
const mostLoaded = 200_000;
const readAtOnce = 1_000;
const samples = 2_000;

/** Brings a project's centres into the thread's memory, some at a time: neither the store nor the copy holds others up. */
export async function loadProject(
  { db, thread }: Pick<GroupingDeps, "db" | "thread">,
  projectId: string,
  version: number,
): Promise<void> {
  const place = { projectId, version };
  const texts = await sampleTexts(db, projectId, samples);
  await thread.call({ step: "begin", ...place, samples: texts });
  for await (const centres of readCentres(db, projectId))
    await thread.call({ step: "load", ...place, centres, members: [] });
  for await (const members of readMembers(db, projectId))
    await thread.call({ step: "load", ...place, centres: [], members });
  await thread.call({ step: "finish", ...place });
}

async function* readCentres(db: Database, projectId: string): AsyncGenerator<CentreRow[]> {
  let after: CentreRow | undefined;
  for (let read = 0; read < mostCentres; read += readAtOnce) {
    const some = await centresOfProject(db, projectId, { after, limit: readAtOnce });
    yield some;
    if (some.length < readAtOnce) return;
    after = some.at(-1);
  }
}

async function* readMembers(db: Database, projectId: string): AsyncGenerator<MemberRow[]> {
  let after = "";
  for (let read = 0; read < mostLoaded; read += readAtOnce) {
    const some = await membersOfCentres(db, projectId, { after, limit: readAtOnce, mostMembers });
    yield some;
    if (some.length < readAtOnce) return;
    after = some.at(-1)?.id ?? "";
  }
}
