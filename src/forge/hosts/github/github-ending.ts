import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost } from "../forge-host.ts";

type Ending = Pick<ForgeHost, "merge" | "close">;

/** How a pull request ends. */
export function githubEnding(api: Api, root: string, read: ForgeHost["read"]): Ending {
  return {
    async merge(number, { headCommit, method, title, message }) {
      const work = api.call({
        purpose: "merge the pull request",
        method: "PUT",
        path: `${root}/pulls/${number}/merge`,
        body: {
          sha: headCommit,
          merge_method: method,
          commit_title: title,
          commit_message: message,
        },
        schema: z.unknown(),
      });
      await work.catch(async (error) => {
        if (!(error instanceof AppError) || error.code !== "conflict") throw error;
        if ((await read(number))?.state !== "merged") throw error;
      });
    },
    async close(number) {
      await api.call({
        purpose: "close the pull request",
        method: "PATCH",
        path: `${root}/pulls/${number}`,
        body: { state: "closed" },
        schema: z.unknown(),
      });
    },
  };
}
