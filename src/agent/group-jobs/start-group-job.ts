import type { GroupJobRequest } from "../../contract/insights/group-job.ts";
import type { AgentSession } from "../../contract/jobs.ts";
import type { Actor } from "../../lib/actor.ts";
import { type CreateJobDeps, createJob } from "../jobs/create-job.ts";
import { permitProject } from "../jobs/require-job.ts";
import { showJob } from "../jobs/show-job.ts";
import { groupQuestions } from "./group-questions.ts";
import { type GroupAddress, requireGroupOfProject } from "./take-group.ts";

type StartInput = GroupAddress & { request: GroupJobRequest; idempotencyKey: string | undefined };

/** Starts a job for a group of questions: its change is measured by them, and the group follows what becomes of it. */
export async function startGroupJob(
  deps: CreateJobDeps,
  actor: Actor,
  { request, idempotencyKey, ...address }: StartInput,
): Promise<AgentSession> {
  const { id: projectId } = await permitProject(deps.db, actor, address.projectId);
  const group = await requireGroupOfProject(deps.db, address);
  const { instruction, ...wanted } = request;
  const questions = request.questions ?? (await groupQuestions(deps.db, group.id));
  const messages = [{ role: "user", content: instruction }];
  const { job } = await createJob(deps, actor, {
    ...{ projectId, groupId: group.id, request: { ...wanted, messages, questions } },
    ...{ idempotencyKey, signal: AbortSignal.abort() },
  });
  return showJob(deps, actor, { projectId, sessionId: job.id });
}
