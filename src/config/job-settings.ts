import { z } from "zod";
import { type Author, docentAuthor } from "../agent/run/docent-author.ts";
import { defaultJobLimits, defaultJobSettings, type JobSettings } from "../agent/run/job-limits.ts";
import { commaList, dollars, toMicros, type Values, wholeNumber } from "./setting-rules.ts";

const { steps, tokens, workMs, files, bytes } = defaultJobLimits;
const { atOnce, forgeWaitMs, readersQuestions, windowTokens } = defaultJobSettings;

const oneLine = z.string().regex(/^[^\p{Cc}<>]{1,200}$/u, "must be one line without < and >");

/** What jobs may take and who they are, as `settings.ts` lists it. */
export const jobSettings = {
  DOCENT_JOBS_AT_ONCE: {
    rule: wholeNumber(1, 64).default(atOnce),
    help: "Jobs that run at the same time on this node.",
  },
  DOCENT_JOB_MAX_STEPS: {
    rule: wholeNumber(1, 1_000).default(steps),
    help: "Steps a job may take. At any of these limits it proposes what is there as a draft.",
  },
  DOCENT_JOB_MAX_MINUTES: {
    rule: wholeNumber(1, 1_440).default(workMs / 60_000),
    help: "Minutes a job may work; waiting for a worker does not count.",
  },
  DOCENT_JOB_FORGE_WAIT_MINUTES: {
    rule: wholeNumber(0, 1_440).default(forgeWaitMs / 60_000),
    help: "Minutes a job whose forge cannot be reached is tried again, before it fails with its work kept.",
  },
  DOCENT_JOB_MAX_TOKENS: {
    rule: wholeNumber(0, 1_000_000_000).default(tokens),
    help: "Tokens a job's model may use; 0: no limit.",
  },
  DOCENT_JOB_MAX_COST: {
    rule: dollars.optional(),
    help: "Dollars a job's model may cost. Unset: no limit.",
  },
  DOCENT_JOB_MAX_FILES: {
    rule: wholeNumber(1, 5_000).default(files),
    help: "Files a job may change.",
  },
  DOCENT_JOB_MAX_BYTES: {
    rule: wholeNumber(1_000, 33_554_432).default(bytes),
    help: "Size of all files a job has changed, together.",
  },
  DOCENT_JOB_WINDOW_TOKENS: {
    rule: wholeNumber(8_000, 2_000_000).default(windowTokens),
    help: "Tokens of a job's conversation that its model is given; older parts of a longer one are shortened.",
  },
  DOCENT_JOB_QUESTIONS: {
    rule: wholeNumber(0, 200).default(readersQuestions),
    help: "Questions of readers, the nearest to its pages first, that a change of a job is measured by before it is proposed; 0: none.",
  },
  DOCENT_JOB_READ_ONLY: {
    rule: z.string().transform(commaList).default([]),
    help: "Files and folders, from the top of the repository, that jobs may read but not change, comma-separated.",
  },
  DOCENT_AUTHOR_NAME: {
    rule: oneLine.optional(),
    help: "Name on the commits of jobs. Unset: that of the forge's account, or Docent.",
  },
  DOCENT_AUTHOR_EMAIL: {
    rule: oneLine.optional(),
    help: "Mail address on the commits of jobs. Unset: that of the forge's account, or docent@localhost.",
  },
};

export function toJobSettings(read: Values<typeof jobSettings>): JobSettings {
  return {
    limits: {
      steps: read.DOCENT_JOB_MAX_STEPS,
      tokens: read.DOCENT_JOB_MAX_TOKENS,
      costMicros: toMicros(read.DOCENT_JOB_MAX_COST) ?? 0,
      workMs: read.DOCENT_JOB_MAX_MINUTES * 60_000,
      files: read.DOCENT_JOB_MAX_FILES,
      bytes: read.DOCENT_JOB_MAX_BYTES,
    },
    author: authorOf(read.DOCENT_AUTHOR_NAME, read.DOCENT_AUTHOR_EMAIL),
    readOnlyPaths: read.DOCENT_JOB_READ_ONLY,
    windowTokens: read.DOCENT_JOB_WINDOW_TOKENS,
    atOnce: read.DOCENT_JOBS_AT_ONCE,
    readersQuestions: read.DOCENT_JOB_QUESTIONS,
    forgeWaitMs: read.DOCENT_JOB_FORGE_WAIT_MINUTES * 60_000,
  };
}

/** Half of it given stands with Docent's own other half: two accounts in one would be linked to neither. */
function authorOf(name: string | undefined, email: string | undefined): Author | undefined {
  if (name === undefined && email === undefined) return undefined;
  return { name: name ?? docentAuthor.name, email: email ?? docentAuthor.email };
}
