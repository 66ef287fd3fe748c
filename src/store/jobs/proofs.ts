import type { GateResult } from "../../contract/gate.ts";
import type { JobProof } from "../../contract/insights/proof.ts";
import type { Database } from "../database.ts";

/** The two commits that a job's questions were asked at. */
export type ProofPlace = { jobId: string; head: string; base: string };

/** What was asked at these commits so far, by the hash of each question. */
export async function proofResults(
  db: Database,
  { jobId, head, base }: ProofPlace,
): Promise<Map<string, GateResult>> {
  const rows = await db
    .selectFrom("proofResults")
    .select(["question", "gateResult"])
    .where("jobId", "=", jobId)
    .where("head", "=", head)
    .where("base", "=", base)
    .execute();
  return new Map(rows.map(({ question, gateResult }) => [question, gateResult]));
}

export async function saveProofResult(
  db: Database,
  place: ProofPlace,
  { question, gateResult }: { question: string; gateResult: GateResult },
): Promise<void> {
  await db
    .insertInto("proofResults")
    .values({ ...place, question, gateResult })
    .onConflict((conflict) => conflict.columns(["jobId", "head", "base", "question"]).doNothing())
    .execute();
}

/** Results at other commits are dropped with it: nobody asks for them any more. */
export async function saveProof(
  db: Database,
  jobId: string,
  { proof, at: createdAt }: { proof: JobProof; at: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("jobProofs")
      .values({ jobId, proof, createdAt })
      .onConflict((conflict) => conflict.column("jobId").doUpdateSet({ proof, createdAt }))
      .execute();
    await trx
      .deleteFrom("proofResults")
      .where("jobId", "=", jobId)
      .where((row) => row.or([row("head", "!=", proof.head), row("base", "!=", proof.base)]))
      .execute();
  });
}

export async function findProof(db: Database, jobId: string): Promise<JobProof | undefined> {
  const row = await db
    .selectFrom("jobProofs")
    .select("proof")
    .where("jobId", "=", jobId)
    .executeTakeFirst();
  return row?.proof;
}
