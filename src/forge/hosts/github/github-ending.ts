import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost } from "../forge-host.ts";

type Ending = Pick<ForgeHost, "merge" | "close">;
type Place = { api: Api; root: string; read: ForgeHost["read"]; pauseMs: number };

const mostTries = 4;

/** How a pull request ends. */
export function githubEnding({ api, root, read, pauseMs }: Place): Ending {
  return {
    async merge(number, { headCommit, method, title, message }) {
      const body = {
        sha: headCommit,
        merge_method: method,
        commit_title: title,
        commit_message: message,
      };
      const path = `${root}/pulls/${number}/merge`;
      const call = { purpose: "merge the pull request", method: "PUT", path, body } as const;
      for (let tries = 1; ; tries += 1) {
        try {
          await api.call({ ...call, schema: z.unknown() });
          return;
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "conflict") throw error;
          const pull = await read(number);
          if (pull?.state === "merged") return;
          const mayPass = stillWorking.test(error.message) && pull?.headCommit === headCommit;
          const isHeld = pull?.mergeability === "conflict" || pull?.mergeability === "blocked";
          if (!mayPass || isHeld || pull.state !== "open" || tries >= mostTries) throw error;
          await sleep(pauseMs);
        }
      }
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

/** Said as well of a merge that GitHub has not tried out yet, or whose base moved at that moment: it asks to try again. */
const stillWorking = /not mergeable|Base branch was modified/i;
