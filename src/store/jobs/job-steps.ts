import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type TimedStep = Omit<Row<"jobSteps">, "jobId">;

/** The model has replied. A step that is taken again after a restart begins anew. */
export async function beginJobStep(
  db: Database,
  jobId: string,
  begun: Omit<TimedStep, "endedAt">,
): Promise<void> {
  const { model, startedAt } = begun;
  await db
    .insertInto("jobSteps")
    .values({ jobId, ...begun, endedAt: null })
    .onConflict((conflict) =>
      conflict.columns(["jobId", "step"]).doUpdateSet({ model, startedAt, endedAt: null }),
    )
    .execute();
}

/** Its tools have run. */
export async function endJobStep(
  db: Database,
  jobId: string,
  { step, endedAt }: { step: number; endedAt: string },
): Promise<void> {
  await db
    .updateTable("jobSteps")
    .set({ endedAt })
    .where("jobId", "=", jobId)
    .where("step", "=", step)
    .execute();
}

export async function jobSteps(db: Database, jobId: string): Promise<TimedStep[]> {
  return db
    .selectFrom("jobSteps")
    .select(["step", "model", "startedAt", "endedAt"])
    .where("jobId", "=", jobId)
    .orderBy("step")
    .execute();
}
