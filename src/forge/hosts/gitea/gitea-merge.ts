import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost } from "../forge-host.ts";
import { giteaPull } from "./gitea-shapes.ts";

const mostTries = 10;

/** While the forge still works out whether a pull request merges it asks to come back, and so it does, for good, where the branches conflict. */
export function giteaMerge(api: Api, repo: string, pauseMs = 1_000): ForgeHost["merge"] {
  return async (number, { headCommit, method, title, message }) => {
    const path = `${repo}/pulls/${number}`;
    const read = async () =>
      (await api.call({ purpose: "read the pull request", path, schema: giteaPull })).value;
    const body = {
      Do: method,
      head_commit_id: headCommit,
      ...(method !== "rebase" && { MergeTitleField: title, MergeMessageField: message }),
    };
    if ((await read()).merged) return;
    for (let tries = 1; ; tries += 1) {
      const refusal = await tryMerge(api, path, body);
      if (refusal === undefined) return;
      const pull = await read();
      if (pull.merged) return;
      if (pull.state !== "open") throw new AppError("conflict", "The pull request is closed.");
      const wait = refusal.code === "conflict" && /try again later/i.test(refusal.message);
      if (!wait) throw refusal;
      if (tries >= mostTries) throw stillRefused(refusal);
      await sleep(pauseMs);
    }
  };
}

async function tryMerge(api: Api, path: string, body: unknown): Promise<AppError | undefined> {
  try {
    await api.call({
      purpose: "merge the pull request",
      method: "POST",
      path: `${path}/merge`,
      body,
      schema: z.unknown(),
    });
    return undefined;
  } catch (error) {
    if (error instanceof AppError && ["conflict", "not_found"].includes(error.code)) return error;
    throw error;
  }
}

function stillRefused(refusal: AppError): AppError {
  const sentence = `${refusal.message} It says so too where the branches do not merge: look at the pull request for conflicts.`;
  return new AppError("conflict", sentence);
}
