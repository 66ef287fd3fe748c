import { z } from "zod";
import {
  type Automation,
  type AutomationRun,
  type AutomationSpec,
  automation,
  automationList,
  automationPreview,
  runPage,
  runQuery,
} from "../../../contract/automations.ts";
import { jsonReply, type RouteDocs } from "../../route.ts";

const tag = "Automations";

const specExample: AutomationSpec = {
  name: "Keep up with the code",
  trigger: {
    ...{ kind: "code", on: "merge", repositoryId: "rep_3kq1v8c0o2b7x9d4n6m5a1s0" },
    paths: ["src/api/**"],
  },
  instruction:
    "Bring the docs up to date with these commits: {{commits}}\n\nThe changes: {{diff}}\n\nWhere nothing in the docs has to change, change nothing.",
  limits: {
    ...{ usdPerMonth: 50, usdPerRun: 2, openChanges: 1 },
    quietHours: { from: "22:00", to: "06:00", timeZone: "Europe/Zurich" },
  },
  asDraft: true,
  model: "sonnet",
};

const runExample: AutomationRun = {
  ...{ id: "run_3kq1v8c0o2b7x9d4n6m5a1s0", automationId: "aut_3kq1v8c0o2b7x9d4n6m5a1s0" },
  ...{ automation: "Keep up with the code", state: "ended", result: "changed" },
  why: "Pull request #12 was merged into main: 3 files changed.",
  told: "I added the new limit to guides/limits.mdx.",
  ...{ sessionId: "job_3kq1v8c0o2b7x9d4n6m5a1s0", isFollowUp: false, change: 4, costUsd: 0.21 },
  ...{ createdAt: "2030-01-01T12:00:00.000Z", endedAt: "2030-01-01T12:02:10.000Z" },
};

const example: Automation = {
  ...specExample,
  ...{ id: runExample.automationId, state: "on", nextAt: null, error: "", spentUsd: 0.21 },
  words: "after a merged pull request in git.example/acme/app, where src/api/** changed",
  ...{ lastRun: runExample, createdBy: "Ann" },
  ...{ createdAt: "2030-01-01T09:00:00.000Z", updatedAt: "2030-01-01T09:00:00.000Z" },
};

const notThere = { status: 404, description: "This project has no such automation." };
const deleted = { status: 409, description: "The automation was deleted." };
const notValid = {
  status: 400,
  description:
    "The schedule, the time zone, the repository or a placeholder is not valid: `details` says which.",
};

export const list: RouteDocs = {
  tag,
  summary: "List automations",
  description:
    "What starts jobs by itself in a project, newest first, each with its next time, what it cost this month and its last run. Those that were deleted are there too: their runs stay on record.",
  responses: [jsonReply("The automations.", automationList, { automations: [example] })],
};

export const show: RouteDocs = {
  tag,
  summary: "Read an automation",
  description: "One automation, also one that was deleted.",
  responses: [jsonReply("The automation.", automation, example), notThere],
};

export const create: RouteDocs = {
  tag,
  summary: "Make an automation",
  description:
    "Whoever may start jobs may make automations. It is on at once: its schedule counts from now, and so do pushes and merged pull requests.",
  requestExample: specExample,
  responses: [
    jsonReply("The automation.", automation, example),
    notValid,
    { status: 409, description: "The project has as many automations as it may." },
  ],
};

export const change: RouteDocs = {
  tag,
  summary: "Change an automation",
  description: "Replaces all that was said about it. Its schedule counts from now.",
  requestExample: specExample,
  responses: [jsonReply("The automation.", automation, example), notValid, notThere, deleted],
};

export const preview: RouteDocs = {
  tag,
  summary: "Preview an automation",
  description:
    "What starts it in words, its next times, and what its job would be given now, with the repository's last commits or the largest group. Nothing is stored or started.",
  requestExample: specExample,
  responses: [jsonReply("What it would do.", automationPreview), notValid],
};

const done = { status: 204, description: "It is done." };

export const pause: RouteDocs = {
  tag,
  summary: "Pause an automation",
  description: "Nothing starts it until it is resumed. A job of it that runs goes on.",
  responses: [done, notThere, deleted],
};

export const resume: RouteDocs = {
  tag,
  summary: "Resume an automation",
  description:
    "Its schedule counts from now. Commits that were pushed while it was paused are taken up together.",
  responses: [done, notThere, deleted],
};

export const remove: RouteDocs = {
  tag,
  summary: "Delete an automation",
  description: "Nothing starts it any more. Its runs stay on record, and a job that runs goes on.",
  responses: [done, notThere, deleted],
};

export const run: RouteDocs = {
  tag,
  summary: "Run an automation now",
  description:
    "Starts it with what there is: the commits since its last look, or the last three, or the largest group that has reached its number. Its limits hold as ever.",
  responses: [
    jsonReply("The run.", z.object({ runId: z.string() })),
    notThere,
    { status: 409, description: "A run of it is under way, or there is nothing to start it with." },
  ],
};

const { shape } = runQuery;

export const runs: RouteDocs = {
  tag,
  summary: "List runs of automations",
  description:
    "Each time that an automation started, newest first: why, what came of it, its job and change, and what it cost.",
  query: {
    automation: { description: "Only runs of this one.", schema: shape.automation },
    limit: { description: "At most so many, 25 unless given.", schema: shape.limit },
    cursor: { description: "The `nextCursor` of the page before.", schema: shape.cursor },
  },
  responses: [
    jsonReply("One page of runs.", runPage, { runs: [runExample], nextCursor: "" }),
    { status: 400, description: "A query parameter is not valid." },
  ],
};
