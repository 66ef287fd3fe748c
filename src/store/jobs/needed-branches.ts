import type { Database } from "../database.ts";

/** The branches that a project's open changes and unfinished jobs are about, and whether a job runs now. */
export async function neededBranches(
  db: Database,
  projectId: string,
): Promise<{ branches: string[]; isBusy: boolean }> {
  const jobs = await db
    .selectFrom("jobs")
    .select(["branch", "base", "state"])
    .where("projectId", "=", projectId)
    .where("state", "!=", "halted")
    .execute();
  const changes = await db
    .selectFrom("changes")
    .select(["head", "base"])
    .where("projectId", "=", projectId)
    .where("state", "=", "open")
    .execute();
  return {
    branches: [
      ...jobs.flatMap(({ branch, base }) => [branch, base]),
      ...changes.flatMap(({ head, base }) => [head, base]),
    ],
    isBusy: jobs.some(({ state }) => state === "running"),
  };
}
