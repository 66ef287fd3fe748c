import { groupQuestions } from "../agent/group-jobs/group-questions.ts";
import { createJob } from "../agent/jobs/create-job.ts";
import { sendMessage } from "../agent/jobs/send-message.ts";
import type { FireDeps } from "../automations/automation-deps.ts";
import type { MessageDeps } from "../automations/fire/run-messages.ts";
import type { Jobs } from "../cli/services.ts";
import { operator } from "../lib/actor.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import { asSource } from "../projects/code-repositories/connect-code-repository.ts";
import { reachedGroups } from "../store/automations/reached-groups.ts";
import { typicalQuestions } from "../store/insights/grouped-questions.ts";
import { findGroup } from "../store/insights/groups.ts";
import type { Shared } from "./parts.ts";
import { repositoryAccess } from "./repository-access.ts";

/** What fires automations: it starts jobs as whoever made them could. */
export function automationParts(shared: Shared, jobs: Pick<Jobs, "create">): FireDeps {
  const { db, log, wake, config, hostOf } = shared;
  const signal = AbortSignal.abort();
  return {
    ...{ ...materialParts(shared), log, wake, pollMs: config.pollMs },
    isAlone: config.store.kind === "sqlite",
    hostOf: (repository) => hostOf(asSource(repository)),
    async startJob({ projectId, messages, asDraft, model, key, startedBy, groupId }) {
      const questions = groupId === "" ? undefined : await groupQuestions(db, groupId);
      const request = { messages, asDraft, model, ...(questions && { questions }) };
      const of = groupId === "" ? {} : { groupId };
      const input = { projectId, request, idempotencyKey: key, startedBy, signal, ...of };
      const { job } = await createJob(jobs.create, operator, input);
      return job.id;
    },
    async followUp({ projectId, jobId, messages, key }) {
      const message = { projectId, sessionId: jobId, idempotencyKey: key, signal };
      await sendMessage(jobs.create, operator, { ...message, request: { messages } });
    },
  };
}

/** What the jobs of automations are given comes from. */
export function materialParts(parts: Pick<Shared, "db" | "clock" | "config">): MessageDeps {
  const { db, clock, config } = parts;
  return {
    ...{ db, clock, access: repositoryAccess(parts) },
    mirrorFolder: dataPlaces(config.dataFolder).mirrors,
    groups: {
      reaching: (projectId, count) => reachedGroups(db, projectId, count),
      async read(projectId, groupId) {
        const group = await findGroup(db, projectId, groupId);
        if (!group) return undefined;
        const rows = await typicalQuestions(db, group.id, mostShown);
        const questions = rows.map(({ question }) => question);
        return { name: group.name, questions, page: group.nearestPage?.path ?? "" };
      },
    },
  };
}

const mostShown = 40;
