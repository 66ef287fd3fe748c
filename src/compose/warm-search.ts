import { listProjects } from "../store/docs/projects.ts";
import type { Shared } from "./parts.ts";

const warmedAtStart = 8;

/** Brings a revision's index into memory before anybody asks, so that the first reader does not wait for it. */
export async function warmSearch({ search, log }: Shared, revisionId: string): Promise<void> {
  const query = { text: "", hints: [], liftPaths: [], filter: {}, limit: 0 };
  await search.search(revisionId, query).catch((err) => {
    log.debug({ err, revisionId }, "an index could not be loaded ahead of time");
  });
}

/** The first projects only: with many of them, most are not asked for a long time. */
export async function warmProjects(shared: Shared): Promise<void> {
  const projects = await listProjects(shared.db);
  for (const { currentRevisionId } of projects.slice(0, warmedAtStart))
    if (currentRevisionId !== null) await warmSearch(shared, currentRevisionId);
}
