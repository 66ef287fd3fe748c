import type { GateResult } from "../contract/gate.ts";
import type { JobProof } from "../contract/insights/proof.ts";

/** Rows about the questions by which the change of a job is measured. */
export type ProofTables = {
  /** The questions that a job's change has to answer. */
  jobQuestions: {
    jobId: string;
    projectId: string;
    /** The group of readers' questions that they come from; "" for none. */
    groupId: string;
    questionTexts: string[];
  };
  /** A question as it was answered at two commits: after a kill it is not asked, or paid for, again. */
  proofResults: {
    jobId: string;
    /** Commits after and before the change. */
    head: string;
    base: string;
    /** Hash of the question and of what asked it. */
    question: string;
    gateResult: GateResult;
  };
  /** What the newest change of a job did to the questions. */
  jobProofs: {
    jobId: string;
    proof: JobProof;
    createdAt: string;
  };
};
