import type { Database } from "../database.ts";

/** Projects that have changes which are neither merged nor closed. */
export async function openChangeProjects(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom("changes")
    .select("projectId")
    .distinct()
    .where("state", "=", "open")
    .execute();
  return new Set(rows.map(({ projectId }) => projectId));
}
