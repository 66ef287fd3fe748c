import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";

export type JobChange = Pick<Row<"changes">, "number" | "state" | "draft" | "checks">;

/** By the id of each job that has one: the newest change it proposed. */
export async function changesOfJobs(
  db: Database,
  projectId: string,
  jobIds: string[],
): Promise<Map<string, JobChange>> {
  const rows = await rowsInChunks(jobIds, (some) =>
    db
      .selectFrom("changes")
      .select(["jobId", "number", "state", "draft", "checks"])
      .where("projectId", "=", projectId)
      .where("jobId", "in", some)
      .orderBy("number")
      .execute(),
  );
  return new Map(rows.map(({ jobId, ...change }) => [jobId, change]));
}
