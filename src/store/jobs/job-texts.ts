import type { Database } from "../database.ts";
import { type TitledJob, textsOf } from "./texts-of.ts";

export async function insertJobTexts(db: Database, job: TitledJob): Promise<void> {
  await db
    .insertInto("jobTexts")
    .values({ jobId: job.id, ...textsOf(job) })
    .execute();
}

/** From now on the job is known by the title of its change. */
export async function retitleJob(db: Database, job: TitledJob, changeTitle: string): Promise<void> {
  const { title, words } = textsOf(job, changeTitle);
  await db.updateTable("jobTexts").set({ title, words }).where("jobId", "=", job.id).execute();
}
