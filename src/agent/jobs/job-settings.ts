import { defaultJobLimits, type JobLimits } from "../run/job-limits.ts";

/** What the operator decides about jobs. */
export type JobSettings = {
  limits: JobLimits;
  /** Who makes the commits. */
  author: { name: string; email: string };
  /** Files and folders, from the top of the repository, that no job may change. */
  readOnlyPaths: string[];
  /** Tokens of conversation a model is given; older parts of a longer one are shortened. */
  windowTokens: number;
  /** Jobs that run at the same time on one node. */
  atOnce: number;
};

export const defaultJobSettings: JobSettings = {
  limits: defaultJobLimits,
  author: { name: "Docent", email: "docent@localhost" },
  readOnlyPaths: [],
  windowTokens: 150_000,
  atOnce: 2,
};
