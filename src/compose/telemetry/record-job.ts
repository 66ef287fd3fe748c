import { placeBelow, type Traces } from "../../lib/telemetry/span.ts";
import type { Database } from "../../store/database.ts";
import { jobSteps } from "../../store/jobs/job-steps.ts";

type Ended = { jobId: string; reason: string };

/** A job that has ended as spans: the whole of it on this node, and each step, its model's call and tools together. */
export async function recordJob(
  { db, traces }: { db: Database; traces: Traces },
  { jobId, reason }: Ended,
): Promise<void> {
  const steps = await jobSteps(db, jobId);
  const endMs = Date.now();
  const startMs = Math.min(endMs, ...steps.map(({ startedAt }) => Date.parse(startedAt)));
  const whole = placeBelow(undefined);
  const about = { "docent.job_id": jobId, "docent.reason": reason };
  const isFailed = reason === "error";
  const span = { kind: "internal", isFailed } as const;
  traces.record({ ...whole, ...span, name: "job", startMs, endMs, attributes: about });
  for (const { step, model, startedAt, endedAt } of steps)
    traces.record({
      ...placeBelow(whole),
      ...{ name: "job step", kind: "internal", isFailed: false },
      startMs: Date.parse(startedAt),
      endMs: endedAt === null ? endMs : Date.parse(endedAt),
      attributes: { "docent.step": step, "gen_ai.request.model": model },
    });
}
