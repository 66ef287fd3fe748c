import type { GateQuestion, GateResult } from "../../contract/gate.ts";
import type { RefRevision, RevisionOfRef } from "../../search/revision-of-ref.ts";
import type { Project } from "../../store/docs/projects.ts";

/** What it takes to ask questions of the docs without a job's change and with it. */
export type ProofDeps = {
  revisionOfRef: RevisionOfRef;
  /** The model that answers a project's readers. */
  answeringModel(project: Project): string;
  /**
   * Asks each question on both sides with the same model and settings, within the budget and the project's ceiling; the
   * cost counts to the job. Returns why some were not asked, as a sentence; "" where all were.
   */
  compare(asked: Comparison, signal: AbortSignal): Promise<string>;
};

export type Comparison = {
  project: Project;
  jobId: string;
  /** The step of the job that it counts to. */
  step: number;
  base: RefRevision;
  head: RefRevision;
  questions: GateQuestion[];
  /** Tokens and dollars that are left to the job; absent where nothing limits it. */
  budget: { tokens?: number; costUsd?: number };
  /** Called as each is there, and waited for. */
  onResult(result: GateResult): Promise<void>;
};
