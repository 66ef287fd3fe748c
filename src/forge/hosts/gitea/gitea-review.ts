import { z } from "zod";
import type { Api } from "../api-request.ts";
import type { ForgeHost, LineComment } from "../forge-host.ts";
import { type Comments, writeReview } from "../write-review.ts";

export function giteaReview(
  api: Api,
  repo: string,
  comments: Comments,
): Pick<ForgeHost, "writeReview"> {
  return {
    writeReview(number, review) {
      const send = async (body: string, lines: LineComment[]) => {
        await api.call({
          purpose: "review the pull request",
          method: "POST",
          path: `${repo}/pulls/${number}/reviews`,
          body: {
            ...{ event: "COMMENT", commit_id: review.headCommit, body },
            comments: lines.map(toGiteaLine),
          },
          schema: z.unknown(),
        });
      };
      const together = (summary: string) => send(summary, review.lines);
      const onLine = (line: LineComment) => send("", [line]);
      return writeReview({ ...comments, together, onLine }, number, review);
    },
  };
}

/** A line is counted in the file as it was, or as it is. */
export function toGiteaLine(comment: Pick<LineComment, "path" | "line" | "side" | "body">) {
  const { path, line, side, body } = comment;
  return { path, body, ...(side === "new" ? { new_position: line } : { old_position: line }) };
}
