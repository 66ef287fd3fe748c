import { z } from "zod";
import type { Api } from "../api-request.ts";
import type { ForgeHost, LineComment } from "../forge-host.ts";
import { type Comments, writeReview } from "../write-review.ts";

/** GitHub takes a review whole or not at all: every line has to be one that its diff shows. */
export function githubReview(
  api: Api,
  root: string,
  comments: Comments,
): Pick<ForgeHost, "writeReview"> {
  const send = async (path: string, body: object) => {
    const purpose = "comment on the pull request";
    await api.call({ purpose, method: "POST", path, body, schema: z.unknown() });
  };
  return {
    writeReview: (number, review) =>
      writeReview(
        {
          ...comments,
          together: (summary) =>
            send(`${root}/pulls/${number}/reviews`, {
              ...{ event: "COMMENT", commit_id: review.headCommit, body: summary },
              comments: review.lines.map(toSent),
            }),
          onLine: (line) =>
            send(`${root}/pulls/${number}/comments`, {
              ...{ ...toSent(line), commit_id: review.headCommit },
            }),
        },
        number,
        review,
      ),
  };
}

function toSent({ path, line, side, body }: LineComment) {
  return { path, line, side: side === "old" ? "LEFT" : "RIGHT", body };
}
