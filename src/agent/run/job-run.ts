import type { LanguageModel } from "ai";
import type { JobProof } from "../../contract/insights/proof.ts";
import type { EditedRepository, RepositoryOf } from "../../forge/edited-repository.ts";
import type { Forge } from "../../forge/forge.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { ClaimedJob, Lease } from "../../store/jobs/job-queue.ts";
import type { CheckoutThread, CheckoutThreads } from "../checkout/checkout-threads.ts";
import type { JobDocs } from "../checkout/job-docs.ts";
import type { TitleConvention } from "../guidance/title-convention.ts";
import type { ProofDeps } from "../proof/proof-deps.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { JobSettings } from "./job-limits.ts";
import type { Outcome, Progress } from "./job-progress.ts";

export type RunJobDeps = {
  db: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  search: Search;
  threads: CheckoutThreads;
  /** The model behind a name of the contract. */
  modelOf(project: Project, name: string): { id: string; model: LanguageModel };
  /** Throws when the project has used up what it may today, or the job what it was given. */
  checkCeiling(project: Project, modelId: string, jobId: string): Promise<void>;
  /** Within a transaction where one is given. */
  recordUsage(used: JobUsage, db?: Database): Promise<void>;
  repositoryOf: RepositoryOf;
  forgeOf(project: Project, repository: EditedRepository): Forge;
  /** Asks questions of the docs without a change and with it; absent where nobody answers. */
  proof?: ProofDeps | undefined;
  publicUrl: string;
  settings: JobSettings;
};

export type JobUsage = {
  projectId: string;
  jobId: string;
  step: number;
  model: string;
  usage: TokenUsage;
};

/** A job in the hands of a worker. */
export type Run = {
  claimed: ClaimedJob;
  project: Project;
  lease: Lease;
  /** The worker is about to stop: no further step begins. */
  draining: AbortSignal;
  /** Leave at once. */
  now: AbortSignal;
};

/** What a job is done with: the repository, what its tools may touch, and what its model is told. */
export type Checkout = {
  repository: EditedRepository;
  thread: CheckoutThread;
  docs: JobDocs;
  searchDocs: ToolContext["searchDocs"];
  /** The system prompt. */
  instructions: string;
  /** What its model is told of the questions that the change has to answer; "" where there are none. */
  acceptance: string;
  convention: TitleConvention;
  model: { id: string; model: LanguageModel };
};

/** A job at work. */
export type Work = {
  checkout: Checkout;
  /** As it was last stored. */
  progress: Progress;
};

/** Work that came to its end, and what the model says about it. */
export type Done = Work & { outcome: Outcome };

/** The same with what it does to questions; undefined where none were asked. */
export type Proven = Done & { proof: JobProof | undefined };
