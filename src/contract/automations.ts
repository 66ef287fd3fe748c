import { z } from "zod";
import { jobMessage, jobModels } from "./jobs.ts";
import { listQuery } from "./list-query.ts";
import { repositoryLogin } from "./secrets.ts";

export const mostAutomations = 50;
export const mostCodeRepositories = 20;

const plain = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), "Must be plain text.");

const filled = (most: number) =>
  plain(most).refine((text) => text.trim() !== "", "Must not be empty.");

export const timeZone = plain(60).describe("A name such as Europe/Zurich, or UTC.");

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Must be a time such as 22:00.");

/** Why an automation starts a job. */
export const automationTrigger = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("schedule"),
    cron: filled(200).describe("Minute, hour, day, month and day of the week: `0 7 * * mon`."),
    timeZone,
  }),
  z.object({
    kind: z.literal("code"),
    on: z.enum(["push", "merge"]).describe("A push to the branch, or a merged pull request."),
    repositoryId: plain(100).describe("One of the project's code repositories."),
    paths: z
      .array(filled(300))
      .max(50)
      .describe("Globs: one changed file has to match. Empty: every file counts."),
  }),
  z.object({
    kind: z.literal("group"),
    count: z.int().min(2).max(10_000).describe("Questions that a group has to reach."),
  }),
]);
export type AutomationTrigger = z.infer<typeof automationTrigger>;

/** What an automation keeps to. */
export const automationLimits = z.object({
  usdPerMonth: z.number().min(0).max(100_000).describe("0: no limit of its own."),
  usdPerRun: z.number().min(0).max(10_000).describe("0: no limit of its own."),
  openChanges: z.int().min(1).max(20).describe("Changes of it that may be open at a time."),
  quietHours: z
    .object({ from: clockTime, to: clockTime, timeZone })
    .refine(({ from, to }) => from !== to, "Must begin and end at different times.")
    .nullable(),
});
export type AutomationLimits = z.infer<typeof automationLimits>;

export const automationSpec = z.object({
  name: filled(100).transform((text) => text.trim()),
  trigger: automationTrigger,
  instruction: filled(20_000).describe(
    "What to do. Placeholders such as {{diff}} stand for what made it start.",
  ),
  limits: automationLimits.default({
    ...{ usdPerMonth: 0, usdPerRun: 0, openChanges: 1, quietHours: null },
  }),
  asDraft: z.boolean().default(true),
  model: z.enum(jobModels).default("sonnet"),
});
export type AutomationSpec = z.output<typeof automationSpec>;

/** Placeholders that an instruction may hold, by what starts it. */
export const placeholders: Record<AutomationTrigger["kind"], readonly string[]> = {
  schedule: ["date"],
  code: ["date", "diff", "commits", "paths", "pulls"],
  group: ["date", "questions", "group", "page"],
};

export const automationStates = ["on", "paused", "deleted"] as const;
export type AutomationState = (typeof automationStates)[number];

/** `changed`: it proposed a change, or sent one further. `nothing`: there was nothing to change. `skipped`: no job was started. */
export const runResults = ["changed", "nothing", "failed", "cancelled", "skipped"] as const;
export type RunResult = (typeof runResults)[number];
export const runStates = ["waiting", "working", "ended"] as const;
export type RunState = (typeof runStates)[number];

export const automationRun = z.object({
  id: z.string(),
  automationId: z.string(),
  automation: z.string().describe("Its name."),
  state: z.enum(runStates),
  result: z.enum(runResults).nullable().describe("null until it has ended."),
  why: z.string().describe("What made it start."),
  told: z.string().describe("What came of it, or what it waits for."),
  sessionId: z.string().describe('The job; "" for none.'),
  isFollowUp: z.boolean().describe("It sent an open change further instead of opening another."),
  change: z.int().describe("Number of the change; 0 for none."),
  costUsd: z.number(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type AutomationRun = z.infer<typeof automationRun>;

export const automation = z.object({
  id: z.string(),
  ...automationSpec.shape,
  name: z.string(),
  state: z.enum(automationStates),
  words: z.string().describe('What starts it, in words: "every Monday at 07:00, Europe/Zurich".'),
  nextAt: z.iso.datetime().nullable().describe("When its schedule is due; null for none."),
  error: z.string().describe("Why it cannot see what starts it; empty when it can."),
  spentUsd: z.number().describe("What its runs of this month cost."),
  lastRun: automationRun.nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Automation = z.infer<typeof automation>;

export const automationList = z.object({ automations: z.array(automation) });

export const runQuery = listQuery.omit({ q: true }).extend({ automation: plain(100).optional() });
export const runPage = z.object({ runs: z.array(automationRun), nextCursor: z.string() });
export type RunPage = z.infer<typeof runPage>;

/** What an automation would do, before it is saved. */
export const automationPreview = z.object({
  words: z.string(),
  next: z.array(z.iso.datetime()).describe("The next times of its schedule."),
  messages: z.array(jobMessage).describe("What its job would be given now."),
  about: z.string().describe("What the messages were made of, or why they could not be."),
});
export type AutomationPreview = z.infer<typeof automationPreview>;

/** A repository of code that automations watch. It is never indexed, and nothing of it is run. */
export const codeRepository = z.object({
  id: z.string(),
  location: z.string(),
  branch: z.string().describe("Empty for its default branch."),
  hasLogin: z.boolean().describe("A token or an app is stored for it."),
  webhookUrl: z.string().describe("Where its forge may send webhooks; empty where nobody said."),
  checkedAt: z.string().nullable(),
  deliveredAt: z.string().nullable().describe("When its forge last sent a webhook."),
  error: z.string().describe("Why it could not be read; empty when it could."),
  createdAt: z.iso.datetime(),
});
export type CodeRepository = z.infer<typeof codeRepository>;
export const codeRepositoryList = z.object({ repositories: z.array(codeRepository) });

export const codeRepositoryRequest = z.object({
  location: z.string().trim().min(1, "Must not be empty.").max(2_048),
  branch: z.string().trim().max(200).default(""),
  login: repositoryLogin.optional().describe("What opens it; left out for a public one."),
});
export type CodeRepositoryRequest = z.input<typeof codeRepositoryRequest>;
export const codeRepositoryAdded = z.object({ repositoryId: z.string() });
