import type { Database } from "../database.ts";
import { publishRevision } from "./revisions.ts";
import { deleteSource } from "./sources.ts";

/**
 * Takes a source's pages out of the answers, all in one moment, and then the source itself. Killed in between it
 * leaves a source without pages, which the next try removes.
 */
export async function withdrawSource(
  db: Database,
  { projectId, sourceId, at }: { projectId: string; sourceId: string; at: string },
): Promise<void> {
  const nothing = { commit: "", generator: "", problems: [], pages: [] };
  await publishRevision(db, { ...nothing, projectId, sourceId, at });
  await deleteSource(db, sourceId);
}
