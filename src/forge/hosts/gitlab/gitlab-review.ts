import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import { once } from "../../../lib/once.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost, LineComment } from "../forge-host.ts";
import { type Comments, writeReview } from "../write-review.ts";
import { type GitlabDiffRefs, gitlabDiffRefs } from "./gitlab-shapes.ts";

/** Each comment on a line is a discussion of its own. */
export function gitlabReview(
  api: Api,
  project: string,
  comments: Comments,
): Pick<ForgeHost, "writeReview"> {
  return {
    writeReview(number, review) {
      const path = `${project}/merge_requests/${number}`;
      const refs = once(() => diffRefs(api, path, review.headCommit));
      const onLine = async (line: LineComment) => {
        const body = { body: line.body, position: positionOf(await refs(), line) };
        await api.call({
          purpose: "comment on the merge request",
          method: "POST",
          path: `${path}/discussions`,
          body,
          schema: z.unknown(),
        });
      };
      return writeReview({ ...comments, onLine }, number, review);
    },
  };
}

/** Lines are counted in one version of the merge request: where it has moved on they are none of it. */
async function diffRefs(api: Api, path: string, headCommit: string): Promise<GitlabDiffRefs> {
  const schema = z.object({ diff_refs: gitlabDiffRefs.nullish() });
  const { value } = await api.call({ purpose: "read the merge request", path, schema });
  if (value.diff_refs?.head_sha === headCommit) return value.diff_refs;
  throw new AppError("conflict", "The merge request has another head than what was reviewed.");
}

/** A line that the change leaves as it is has both its numbers. */
function positionOf(refs: GitlabDiffRefs, { path, oldPath, line, side, otherLine }: LineComment) {
  const [newLine, oldLine] = side === "new" ? [line, otherLine] : [otherLine, line];
  return {
    ...{ ...refs, position_type: "text", new_path: path, old_path: oldPath },
    ...(newLine !== undefined && { new_line: newLine }),
    ...(oldLine !== undefined && { old_line: oldLine }),
  };
}
