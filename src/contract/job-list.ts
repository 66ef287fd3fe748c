import { z } from "zod";
import { changeStates } from "./changes.ts";
import { jobProof } from "./insights/proof.ts";
import { haultReasons, jobMessage, todo } from "./jobs.ts";
import { listQuery } from "./list-query.ts";

/** `queued`: waits for a worker or for another job of its branch. `waiting`: waits for its forge. */
export const jobStates = ["queued", "running", "waiting", "halted"] as const;

export const jobFilters = [
  "all",
  "running",
  "waiting",
  "completed",
  "failed",
  "cancelled",
] as const;
export type JobFilter = (typeof jobFilters)[number];

export const jobQuery = listQuery.extend({ state: z.enum(jobFilters).default("all") });
export type JobQuery = z.infer<typeof jobQuery>;

const usage = {
  inputTokens: z.int().describe("With those read from and written to the provider's cache."),
  outputTokens: z.int(),
  costUsd: z.number().describe("0 where nobody knows the model's price."),
};

const jobChange = z.object({
  number: z.int(),
  state: z.enum(changeStates),
  isDraft: z.boolean(),
  checksFailed: z.int().describe("How many of its checks failed."),
});

/** A job as a list shows it. */
export const jobSummary = z.object({
  sessionId: z.string(),
  title: z
    .string()
    .describe("The title of its change; before there is one, the first line of what it was asked."),
  instruction: z.string().describe("What it was asked, its first 1,000 characters."),
  branch: z.string(),
  base: z.string().describe("The branch that its change is meant for."),
  model: z.string().describe("`sonnet` or `opus`."),
  asDraft: z.boolean(),
  state: z.enum(jobStates),
  haultReason: z.enum(haultReasons),
  messageToUser: z.string().describe("Its last words; while it waits, what it waits for."),
  pullRequestLink: z.string(),
  change: jobChange.nullable().describe("The newest change it proposed."),
  todos: z.array(todo),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable().describe("When a worker first took it."),
  endedAt: z.iso.datetime().nullable(),
  durationMs: z
    .int()
    .describe(
      "From a worker's taking it to its end, or until now; time between an end and a follow-up does not count.",
    ),
  steps: z.int().describe("Steps that are finished."),
  ...usage,
  startedBy: z.string().nullable().describe("The person who started it, where one is known."),
});
export type JobSummary = z.infer<typeof jobSummary>;

export const jobPage = z.object({
  jobs: z.array(jobSummary),
  nextCursor: z.string().describe('"" at the end of the list.'),
  counts: z
    .record(z.enum(jobFilters), z.int())
    .describe("How many there are of each state, whatever was asked for."),
});
export type JobPage = z.infer<typeof jobPage>;

/** How a call of a model failed that ended a job. */
export const jobModelFault = z.object({
  kind: z
    .string()
    .describe("As in the table of ways in which a model fails: `rate_limited`, `unauthorised`, …"),
  status: z.int().nullable().describe("The provider's HTTP status; null where it did not answer."),
  message: z.string().describe("A sentence with the provider's own words, without keys."),
});
export type JobModelFault = z.infer<typeof jobModelFault>;

export const jobStep = z.object({
  index: z.int(),
  model: z.string().describe("The model as its provider calls it."),
  startedAt: z.iso.datetime().nullable().describe("null for steps of older releases."),
  endedAt: z.iso.datetime().nullable().describe("null while its tools run."),
  durationMs: z.int().nullable(),
  ...usage,
});
export type JobStep = z.infer<typeof jobStep>;

const followUp = z.object({
  text: z.string().describe("Its first 10,000 characters."),
  sentAt: z.iso.datetime(),
});

/** Everything that is known of a job, but for the log of its stream. */
export const jobDetail = jobSummary.extend({
  messages: z.array(jobMessage).describe("What it was started with, whole."),
  followUps: z.array(followUp).describe("What it was sent later, oldest first."),
  stepList: z.array(jobStep),
  modelFault: jobModelFault.nullable().describe("Why its model failed, if that ended it."),
  acceptance: z
    .object({
      groupId: z.string().describe('The group of questions that it was started for; "" for none.'),
      questions: z.array(z.string()),
    })
    .nullable()
    .describe("The questions that its change has to answer; null where there are none."),
  proof: jobProof
    .nullable()
    .describe("What its change does to questions; null before it is known."),
});
export type JobDetail = z.infer<typeof jobDetail>;
