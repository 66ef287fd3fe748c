import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost, HostPull } from "../forge-host.ts";
import { toPull } from "./gitlab-merge-requests.ts";
import { gitlabMergeRequest } from "./gitlab-shapes.ts";

const mostTries = 10;

/** GitLab refuses with a bare "Method Not Allowed" whatever the reason is, also while it is still looking: its status has the reason. */
export function gitlabMerge(api: Api, project: string, pauseMs = 1_000): ForgeHost["merge"] {
  return async (number, { headCommit, method, title, message }) => {
    const path = `${project}/merge_requests/${number}`;
    const schema = gitlabMergeRequest;
    const read = async () =>
      toPull((await api.call({ purpose: "read the merge request", path, schema })).value);
    const text = message === "" ? title : `${title}\n\n${message}`;
    const squash = method === "squash";
    const body = {
      sha: headCommit,
      squash,
      ...(squash ? { squash_commit_message: text } : { merge_commit_message: text }),
    };
    if ((await read()).state === "merged") return;
    for (let tries = 1; ; tries += 1) {
      const refusal = await tryMerge(api, path, body);
      if (refusal === undefined) return;
      const pull = await read();
      if (pull.state === "merged") return;
      const looking = pull.state === "open" && pull.mergeability === "unknown";
      const wait = looking && pull.headCommit === headCommit && refusal.code === "conflict";
      if (!wait || tries >= mostTries) throw explained(refusal, pull);
      await sleep(pauseMs);
    }
  };
}

async function tryMerge(api: Api, path: string, body: unknown): Promise<AppError | undefined> {
  const schema = gitlabMergeRequest;
  const call = { purpose: "merge the merge request", method: "PUT" as const, schema };
  try {
    await api.call({ ...call, path: `${path}/merge`, body });
    return undefined;
  } catch (error) {
    const told = ["conflict", "unauthenticated"];
    if (error instanceof AppError && told.includes(error.code)) return error;
    throw error;
  }
}

/** The token was good for reading just now: "Unauthorized" means that its account may not merge. */
function explained(refusal: AppError, pull: HostPull): AppError {
  if (refusal.code === "unauthenticated") {
    return new AppError(
      "forbidden",
      `GitLab does not let Docent's account merge into ${pull.base}: give it a role that may merge there (Settings, Repository, Protected branches).`,
    );
  }
  return new AppError("conflict", [refusal.message, ...reasonsOf(pull)].join(" "));
}

function reasonsOf({ state, mergeability, blockedBy, base }: HostPull): string[] {
  if (state === "closed") return ["The merge request is closed."];
  return mergeability === "conflict" ? [`The branch has conflicts with ${base}.`] : blockedBy;
}
