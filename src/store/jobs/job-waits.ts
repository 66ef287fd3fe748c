import type { Database } from "../database.ts";

/** What keeps a project's jobs from running. */
export type JobWaits = {
  /** By the id of each job that waits: the job before it on its branch, if there is one. */
  before: Map<string, string | undefined>;
  /** By branch: the last job that has not ended. */
  lastOf: Map<string, string>;
  /** Jobs of all projects that run. */
  running: number;
};

export async function jobWaits(db: Database, projectId: string): Promise<JobWaits> {
  const open = await db
    .selectFrom("jobs")
    .select(["id", "branch", "state"])
    .where("project_id", "=", projectId)
    .where("state", "!=", "halted")
    .orderBy("place")
    .execute();
  const running = await db
    .selectFrom("jobs")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  const before = new Map<string, string | undefined>();
  const lastOf = new Map<string, string>();
  for (const { id, branch, state } of open) {
    if (state === "queued") before.set(id, lastOf.get(branch));
    lastOf.set(branch, id);
  }
  return { before, lastOf, running: Number(running.count) };
}
