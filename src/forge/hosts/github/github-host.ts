import { z } from "zod";
import type { ForgeHost } from "../forge-host.ts";
import type { HostSettings } from "../host-settings.ts";
import { githubAccount, missing } from "./github-account.ts";
import { githubComments } from "./github-comments.ts";
import { githubEnding } from "./github-ending.ts";
import { githubMergeMethods, inspectGithub } from "./github-inspect.ts";
import { githubPulls } from "./github-pulls.ts";
import { githubReview } from "./github-review.ts";
import { githubRoot } from "./github-root.ts";
import { githubStatus } from "./github-status.ts";
import { githubWebhook } from "./github-webhook.ts";

/** A repository on github.com or on a GitHub Enterprise server, by a token or as an app. */
export function githubHost(settings: HostSettings): ForgeHost {
  const { repository } = settings;
  const account = githubAccount(settings);
  const { api } = account;
  const root = githubRoot(repository);
  const { drafts, ...pulls } = githubPulls(api, repository);
  const tell = async (purpose: string, path: string, body: unknown) => {
    await api.call({ purpose, method: "POST", path: `${root}${path}`, body, schema: z.unknown() });
  };
  const comments = githubComments(api, root, account.name);
  return {
    repository,
    async access() {
      return { credentials: { url: `${repository.webUrl}.git`, token: await account.token() } };
    },
    author: account.author,
    inspect: (signal) => inspectGithub(account, repository, { drafts: drafts(), signal }),
    mergeMethods: () => githubMergeMethods(account.api, repository),
    ...pulls,
    ...githubEnding({ api, root, read: pulls.read, pauseMs: settings.mergePauseMs ?? 1_000 }),
    setStatus: githubStatus(account, root),
    ...comments,
    ...githubReview(api, root, comments),
    async addLabels(number, labels) {
      if (labels.length > 0)
        await tell("label the pull request", `/issues/${number}/labels`, { labels });
    },
    async requestReviewers(number, reviewers) {
      if (reviewers.length === 0) return;
      const path = `/pulls/${number}/requested_reviewers`;
      await tell("ask for a review", path, reviewersOf(reviewers));
    },
    async mayWrite(name) {
      const path = `${root}/collaborators/${encodeURIComponent(name)}/permission`;
      const schema = z.object({ permission: z.string() });
      const reply = await api.call({ purpose: "read who may write", path, schema }).catch(missing);
      return ["admin", "write"].includes(reply?.value.permission ?? "");
    },
    ...githubWebhook(api, root),
  };
}

/** `acme/writers` is a team, `ada` a person. */
function reviewersOf(names: string[]) {
  const teams = names.filter((name) => name.includes("/"));
  return {
    reviewers: names.filter((name) => !name.includes("/")),
    ...(teams.length > 0 && { team_reviewers: teams.map((name) => name.split("/").at(-1)) }),
  };
}
