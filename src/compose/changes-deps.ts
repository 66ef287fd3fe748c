import { sendMessage } from "../agent/jobs/send-message.ts";
import { createDiffCache } from "../changes/change-diff.ts";
import type { Jobs } from "../cli/services.ts";
import { wholeHtml } from "../docs/render/whole-html.ts";
import type { ChangeRouteDeps } from "../http/routes/changes.ts";
import { type SyncProjectDeps, syncProject } from "../ingest/sync-project.ts";
import { operator } from "../lib/actor.ts";
import { embeddedModelId } from "../models/embedded/embedded-model-id.ts";
import type { PageViews } from "../projects/pages/page-views.ts";
import { forgeOf, repositoryOf } from "./create-jobs.ts";
import type { Shared } from "./parts.ts";

type ChangesParts = {
  publicUrl: string;
  sync: SyncProjectDeps;
  jobs: Jobs;
  views: PageViews;
};

/** What the routes of changes work with. */
export function changesDeps(shared: Shared, parts: ChangesParts): ChangeRouteDeps {
  const { db, clock, log, config, models } = shared;
  const { publicUrl, sync, jobs, views } = parts;
  return {
    ...{ db, clock, log, publicUrl, diffs: createDiffCache(), author: config.jobs.author },
    repositoryOf: repositoryOf(shared),
    forgeOf: forgeOf(shared, publicUrl),
    pageHtml: async (page, network) => {
      const rendered = await views.render(page, network);
      return rendered && wholeHtml(rendered);
    },
    sendMessage: messageSender(jobs),
    askToMerge: messageSender(jobs, { mergesBase: true }),
    hasModel: (project) => models.jobs(project, "sonnet").id !== embeddedModelId,
    // The merge is done: a sync that fails now is no reason to say otherwise, and the next one makes up for it.
    afterMerge: async (projectId) => {
      await syncProject(sync, operator, projectId).catch((err) =>
        log.warn({ err, projectId }, "the docs could not be synced after a merge"),
      );
    },
  };
}

type Message = { projectId: string; sessionId: string; text: string; key?: string };

/** Sends sessions what people write on changes. */
export function messageSender(jobs: Pick<Jobs, "create">, how: { mergesBase?: boolean } = {}) {
  return async ({ projectId, sessionId, text, key: idempotencyKey }: Message): Promise<void> => {
    const request = { messages: [{ role: "user", content: text }] };
    const signal = AbortSignal.abort();
    const message = { projectId, sessionId, request, idempotencyKey, signal, ...how };
    await sendMessage(jobs.create, operator, message);
  };
}
