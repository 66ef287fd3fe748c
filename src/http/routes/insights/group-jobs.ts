import { type PrepareDeps, prepareGroupJob } from "../../../agent/group-jobs/prepare-group-job.ts";
import { startGroupJob } from "../../../agent/group-jobs/start-group-job.ts";
import type { CreateJobDeps } from "../../../agent/jobs/create-job.ts";
import {
  type GroupJobDraft,
  groupJobDraft,
  groupJobRequest,
} from "../../../contract/insights/group-job.ts";
import { agentSession } from "../../../contract/jobs.ts";
import { type Caller, jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";
import { idempotencyHeader } from "../jobs-docs.ts";

const path = "/v1/analytics/{projectId}/groups/{groupId}/job";

/** From a group of questions to a job that answers them. */
export function groupJobRoutes(deps: PrepareDeps & CreateJobDeps): Route[] {
  return [
    keyRoute({
      ...{ method: "get", path, access: "admin", needs: "editor", docs: prepareDocs },
      async handle({ params }, actor) {
        return Response.json(await prepareGroupJob(deps, actor, addressOf(params, actor)));
      },
    }),
    keyRoute({
      ...{ method: "post", path, access: "admin", body: groupJobRequest, docs: startDocs },
      async handle({ params, body, request: { headers } }, actor) {
        const idempotencyKey = headers.get("idempotency-key") ?? undefined;
        const input = { ...addressOf(params, actor), request: body, idempotencyKey };
        return Response.json(await startGroupJob(deps, actor, input));
      },
    }),
  ];
}

function addressOf({ groupId = "" }: Record<string, string>, { projectId }: Caller) {
  return { projectId, groupId };
}

const notThere = { status: 404, description: "There is no such group." };

const draftExample: GroupJobDraft = {
  instruction: "Write what answers the questions below, which readers asked…",
  questions: ["How many topics can an account have?"],
  nearby: [
    {
      ...{ path: "docs/guides/limits.mdx", title: "Limits", heading: "Messages" },
      ...{ startLine: 12, endLine: 20, content: "An account sends up to 1,000 messages a day." },
    },
  ],
  place: { path: "docs/guides/limits.mdx", heading: "Messages" },
  canWrite: true,
};

const prepareDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Prepare a job for a group of questions",
  description:
    "What a job would be told that answers the group's questions: its most typical questions, what the docs say nearby, and where the answer most likely belongs. Nothing is started or stored.",
  responses: [jsonReply("The prepared job.", groupJobDraft, draftExample), notThere],
};

const startDocs: RouteDocs = {
  tag: "Analytics",
  summary: "Start a job for a group of questions",
  description:
    "Starts an agent job with this instruction. Before its change is proposed, the questions are asked of the docs without it and with it, and the outcome stands in the change. The group is `in-work` until the change is merged or closed.",
  headers: idempotencyHeader("the same job"),
  requestExample: { instruction: "Say in docs/guides/limits.mdx that an account has ten topics." },
  responses: [
    jsonReply("The job's session.", agentSession),
    notThere,
    { status: 409, description: "The group is closed, or a job works on it already." },
  ],
};
