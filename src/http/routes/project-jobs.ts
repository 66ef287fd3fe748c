import { browseJobs } from "../../agent/jobs/browse-jobs.ts";
import { describeJob } from "../../agent/jobs/describe-job.ts";
import {
  type JobDetail,
  type JobSummary,
  jobDetail,
  jobPage,
  jobQuery,
} from "../../contract/job-list.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { readQuery } from "../read-request.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const path = "/v1/projects/{projectId}/jobs";

/** Jobs to look through and to look into; what starts and changes them stands with the agent's own routes. */
export function projectJobRoutes(deps: { db: Database; clock: Clock }): Route[] {
  return [
    keyRoute({
      ...{ method: "get", path, access: "admin", docs: browseDocs },
      async handle({ url }, actor) {
        const input = { projectId: actor.projectId, query: readQuery(url, jobQuery) };
        return Response.json(await browseJobs(deps, actor, input));
      },
    }),
    keyRoute({
      ...{ method: "get", path: `${path}/{sessionId}`, access: "admin", docs: describeDocs },
      async handle({ params }, actor) {
        const address = { projectId: actor.projectId, sessionId: params.sessionId ?? "" };
        return Response.json(await describeJob(deps, actor, address));
      },
    }),
  ];
}

const summaryExample: JobSummary = {
  sessionId: "job_3kq1v8c0o2b7x9d4n6m5a1s0",
  title: "Rename API token to API key",
  instruction: 'Rename "API token" to "API key" everywhere.',
  branch: "docent/rename-api-token-4x9d2k",
  base: "main",
  model: "sonnet",
  asDraft: false,
  state: "halted",
  haultReason: "completed",
  messageToUser: "I renamed it on three pages.",
  pullRequestLink: "http://127.0.0.1:4040/dashboard/docent/changes/1",
  change: { number: 1, state: "open", isDraft: false, checksFailed: 0 },
  todos: [{ id: "1", content: "Rename it", status: "completed", priority: "high" }],
  createdAt: "2030-01-01T12:00:00.000Z",
  startedAt: "2030-01-01T12:00:01.000Z",
  endedAt: "2030-01-01T12:00:43.000Z",
  durationMs: 42_000,
  steps: 4,
  inputTokens: 61_200,
  outputTokens: 1_830,
  costUsd: 0.0412,
  startedBy: null,
};

const { shape } = jobQuery;

const browseDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Search and page through jobs",
  description:
    "A project's jobs with what they were asked, how they stand, how long they took and what they cost: those that run first, then those that wait, then the others, newest first.",
  query: {
    q: {
      description: "Words that stand in the instruction, the title, the branch or the id.",
      schema: shape.q,
    },
    state: {
      description: "`waiting`: for a worker, for another job of its branch or for the forge.",
      schema: shape.state,
    },
    limit: { description: "At most so many, 25 unless given.", schema: shape.limit },
    cursor: { description: "The `nextCursor` of the page before.", schema: shape.cursor },
  },
  responses: [
    jsonReply("One page of jobs.", jobPage, {
      jobs: [summaryExample],
      nextCursor: "",
      counts: { all: 1, running: 0, waiting: 0, completed: 1, failed: 0, cancelled: 0 },
    }),
    { status: 400, description: "A query parameter is not valid." },
  ],
};

const detailExample: JobDetail = {
  ...summaryExample,
  messages: [{ role: "user", content: 'Rename "API token" to "API key" everywhere.' }],
  followUps: [],
  stepList: [
    {
      index: 1,
      model: "claude-sonnet-5",
      startedAt: "2030-01-01T12:00:01.000Z",
      endedAt: "2030-01-01T12:00:12.000Z",
      durationMs: 11_000,
      inputTokens: 14_300,
      outputTokens: 410,
      costUsd: 0.0091,
    },
  ],
  modelFault: null,
  acceptance: null,
  proof: null,
};

const describeDocs: RouteDocs = {
  tag: "Agent jobs",
  summary: "Read a job in full",
  description:
    "All of a job but the log of its stream: what it was asked and sent later, time, tokens and cost of each step, and the provider's status and words where its model failed.",
  responses: [
    jsonReply("The job.", jobDetail, detailExample),
    { status: 404, description: "This project has no such session." },
  ],
};
