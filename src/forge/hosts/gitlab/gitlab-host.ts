import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import { type Api, createApi } from "../api-request.ts";
import type { CommitStatus, ForgeHost } from "../forge-host.ts";
import { type HostSettings, tokenOf } from "../host-settings.ts";
import { gitlabAccountOf, gitlabMergeMethods, inspectGitlab } from "./gitlab-inspect.ts";
import { gitlabMerge } from "./gitlab-merge.ts";
import { gitlabMergeRequests } from "./gitlab-merge-requests.ts";
import { gitlabNotes } from "./gitlab-notes.ts";
import { gitlabPeople } from "./gitlab-people.ts";
import { gitlabReview } from "./gitlab-review.ts";
import { gitlabWebhook } from "./gitlab-webhook.ts";

/** A project on gitlab.com or on a GitLab of one's own. */
export function gitlabHost(settings: HostSettings): ForgeHost {
  const { repository, limits } = settings;
  const project = `/projects/${encodeURIComponent(repository.path)}`;
  const direct = createApi({
    forge: "GitLab",
    apiUrl: repository.apiUrl,
    repositoryPath: project,
    limits,
    async login() {
      const token = await tokenOf(settings);
      return { headers: { "private-token": token }, secrets: [token] };
    },
  });
  const api = tellingMoves(direct, project);
  const account = async () => (await gitlabAccountOf(api)).username;
  const comments = gitlabNotes(api, { project, webUrl: repository.webUrl, account });
  return {
    repository,
    async access() {
      const token = await tokenOf(settings);
      return { credentials: { url: repository.webUrl, token, username: "oauth2" } };
    },
    author: () => authorOf(api, repository.webUrl),
    inspect: (signal) => inspectGitlab(api, project, signal),
    mergeMethods: () => gitlabMergeMethods(api, project),
    ...gitlabMergeRequests(api, project),
    merge: gitlabMerge(api, project, settings.mergePauseMs),
    setStatus: (commit, status) => setStatus(api, `${project}/statuses/${commit}`, status),
    ...comments,
    ...gitlabReview(api, project, comments),
    ...gitlabPeople(api, project),
    ...gitlabWebhook(api, project),
  };
}

/** Only reading tells where a project has gone: what else is asked is refused without a word of it. */
function tellingMoves(api: Api, project: string): Api {
  return {
    ...api,
    async call(wanted) {
      try {
        return await api.call(wanted);
      } catch (error) {
        const moved = error instanceof AppError && /not allowed for moved/i.test(error.message);
        const read = { purpose: "read the project", path: project, schema: z.unknown() };
        if (moved) await api.call(read);
        throw error;
      }
    },
  };
}

/** The address that GitLab makes up for people who show none, and for the accounts of tokens. */
async function authorOf(api: Api, webUrl: string): Promise<{ name: string; email: string }> {
  const { id, username, name, commit_email, email } = await gitlabAccountOf(api);
  const hidden = `${id}-${username}@users.noreply.${new URL(webUrl).hostname}`;
  return { name: name || username, email: commit_email || email || hidden };
}

const states = { pending: "pending", success: "success", failure: "failed" } as const;

/** A status that stands as it is told is refused: that is what was wanted. */
async function setStatus(api: Api, path: string, status: CommitStatus): Promise<void> {
  const { state, description, url } = status;
  const body = { state: states[state], name: "docent/checks", description, target_url: url };
  const call = { purpose: "report the checks", method: "POST" as const, path, body };
  try {
    await api.call({ ...call, schema: z.unknown() });
  } catch (error) {
    const same = error instanceof AppError && /cannot transition status/i.test(error.message);
    if (!same) throw error;
  }
}
