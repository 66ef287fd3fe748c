import { z } from "zod";
import type { Api } from "../api-request.ts";
import type { ForgeHost } from "../forge-host.ts";
import { firstOf, numberedPages } from "../numbered-pages.ts";
import { giteaLabel } from "./gitea-shapes.ts";

const mostLabels = 1_000;
const color = "#0366d6";

/** Labels are put on by number; one that the repository lacks is made. */
export function giteaLabels(
  api: Api,
  repo: string,
): Pick<ForgeHost, "addLabels" | "requestReviewers"> {
  return {
    async addLabels(number, labels) {
      if (labels.length === 0) return;
      const known = await firstOf(
        numberedPages(api, {
          purpose: "read the labels",
          path: `${repo}/labels`,
          schema: z.array(giteaLabel),
          sizeName: "limit",
        }),
        mostLabels,
      );
      const ids: number[] = [];
      for (const name of new Set(labels)) {
        ids.push(
          known.find((label) => label.name === name)?.id ?? (await makeLabel(api, repo, name)),
        );
      }
      const path = `${repo}/issues/${number}/labels`;
      const purpose = "label the pull request";
      await api.call({ purpose, method: "POST", path, body: { labels: ids }, schema: z.unknown() });
    },
    async requestReviewers(number, reviewers) {
      if (reviewers.length === 0) return;
      await api.call({
        purpose: "ask for reviews",
        method: "POST",
        path: `${repo}/pulls/${number}/requested_reviewers`,
        body: { reviewers },
        schema: z.unknown(),
      });
    },
  };
}

async function makeLabel(api: Api, repo: string, name: string): Promise<number> {
  const { value } = await api.call({
    purpose: "make a label",
    method: "POST",
    path: `${repo}/labels`,
    body: { name, color },
    schema: giteaLabel,
  });
  return value.id;
}
