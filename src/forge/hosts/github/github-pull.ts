import { z } from "zod";
import type { HostPull, Mergeability } from "../forge-host.ts";

const person = z.object({ login: z.string() }).nullable().optional();

/** Null for a fork that was deleted. */
const repository = z.object({ id: z.number() }).nullish();

/** A pull request, as both the listing and the single one tell it. */
export const githubPull = z.object({
  number: z.number(),
  node_id: z.string(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  draft: z.boolean().optional(),
  state: z.string(),
  merged_at: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
  merged_by: person,
  mergeable: z.boolean().nullable().optional(),
  mergeable_state: z.string().optional(),
  head: z.object({ ref: z.string(), sha: z.string(), repo: repository }),
  base: z.object({ ref: z.string(), repo: repository }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GithubPull = z.infer<typeof githubPull>;

export function toHostPull(pull: GithubPull): HostPull {
  const isMerged = pull.merged_at !== null;
  const { mergeability, blockedBy } = mergeabilityOf(pull);
  return {
    number: pull.number,
    nodeId: pull.node_id,
    url: pull.html_url,
    title: pull.title,
    body: pull.body ?? "",
    draft: pull.draft ?? false,
    state: isMerged ? "merged" : pull.state === "closed" ? "closed" : "open",
    head: pull.head.ref,
    base: pull.base.ref,
    headCommit: pull.head.sha,
    // While it is open this is a merge that GitHub only tries out.
    mergeCommit: isMerged ? (pull.merge_commit_sha ?? "") : "",
    mergedBy: isMerged ? (pull.merged_by?.login ?? "") : "",
    mergeability,
    blockedBy,
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
  };
}

type Ends = { head: { repo?: { id: number } | null | undefined }; base: Ends["head"] };

/** Forks may belong to the same owner, and then have the same names for their branches. */
export function isFromFork({ head, base }: Ends): boolean {
  return head.repo?.id !== base.repo?.id;
}

type Told = { mergeability: Mergeability; blockedBy: string[] };

function mergeabilityOf({ state, mergeable, mergeable_state: told, base }: GithubPull): Told {
  if (state !== "open" || mergeable === null || mergeable === undefined) {
    return { mergeability: "unknown", blockedBy: [] };
  }
  if (!mergeable || told === "dirty") return { mergeability: "conflict", blockedBy: [] };
  if (told === "draft") return { mergeability: "blocked", blockedBy: ["It is a draft."] };
  if (told === "behind") {
    const sentence = `The branch is behind "${base.ref}", and the repository wants it up to date.`;
    return { mergeability: "blocked", blockedBy: [sentence] };
  }
  if (told === "blocked") return { mergeability: "blocked", blockedBy: [] };
  return { mergeability: told === "unknown" ? "unknown" : "clean", blockedBy: [] };
}
