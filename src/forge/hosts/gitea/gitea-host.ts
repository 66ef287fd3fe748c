import { z } from "zod";
import { createApi } from "../api-request.ts";
import type { ForgeHost } from "../forge-host.ts";
import { type HostSettings, tokenOf } from "../host-settings.ts";
import { giteaComments } from "./gitea-comments.ts";
import { giteaAccountOf, giteaMergeMethods, inspectGitea } from "./gitea-inspect.ts";
import { giteaLabels } from "./gitea-labels.ts";
import { giteaMayWrite } from "./gitea-may-write.ts";
import { giteaMerge } from "./gitea-merge.ts";
import { giteaPulls } from "./gitea-pulls.ts";
import { giteaReview } from "./gitea-review.ts";
import { giteaWebhook } from "./gitea-webhook.ts";

/** A repository on Gitea or Forgejo. */
export function giteaHost(settings: HostSettings): ForgeHost {
  const { repository, limits } = settings;
  const repo = `/repos/${repository.path.split("/").map(encodeURIComponent).join("/")}`;
  const api = createApi({
    forge: "Gitea",
    apiUrl: repository.apiUrl,
    repositoryPath: repo,
    limits,
    async login() {
      const token = await tokenOf(settings);
      return { headers: { authorization: `token ${token}` }, secrets: [token] };
    },
  });
  const comments = giteaComments(api, repo, async () => (await giteaAccountOf(api)).login);
  return {
    repository,
    async access() {
      return { credentials: { url: repository.webUrl, token: await tokenOf(settings) } };
    },
    async author() {
      const { login, full_name, email } = await giteaAccountOf(api);
      return { name: full_name || login, email };
    },
    inspect: (signal) => inspectGitea(api, repo, signal),
    mergeMethods: () => giteaMergeMethods(api, repo),
    ...giteaPulls(api, repo),
    merge: giteaMerge(api, repo, settings.mergePauseMs),
    async setStatus(commit, { state, description, url }) {
      await api.call({
        purpose: "report the checks",
        method: "POST",
        path: `${repo}/statuses/${commit}`,
        body: { context: "docent/checks", state, description, target_url: url },
        schema: z.unknown(),
      });
    },
    ...comments,
    ...giteaReview(api, repo, comments),
    ...giteaLabels(api, repo),
    mayWrite: (account) => giteaMayWrite(api, repo, account),
    ...giteaWebhook(api, repo),
  };
}
