import { z } from "zod";

/** Replies of Gitea and Forgejo, as far as they are read here. */
const account = z.object({ login: z.string() });

export const giteaAccount = account.extend({ full_name: z.string().nullish(), email: z.string() });

const branchOf = z.object({
  label: z.string().nullish(),
  ref: z.string(),
  sha: z.string(),
  repo_id: z.number().nullish(),
});

export const giteaPull = z.object({
  number: z.number().int(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  merged: z.boolean().nullish(),
  mergeable: z.boolean().nullish(),
  merge_commit_sha: z.string().nullish(),
  merged_by: account.nullish(),
  head: branchOf,
  base: branchOf,
  created_at: z.string(),
  updated_at: z.string(),
});
export type GiteaPull = z.infer<typeof giteaPull>;

export const giteaRepository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  empty: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  fork: z.boolean().nullish(),
  has_pull_requests: z.boolean().nullish(),
  permissions: z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() }).nullish(),
  allow_merge_commits: z.boolean().nullish(),
  allow_squash_merge: z.boolean().nullish(),
  allow_rebase: z.boolean().nullish(),
  default_merge_style: z.string().nullish(),
});
export type GiteaRepository = z.infer<typeof giteaRepository>;

export const giteaBranch = z.object({
  protected: z.boolean().nullish(),
  required_approvals: z.number().nullish(),
  enable_status_check: z.boolean().nullish(),
  status_check_contexts: z.array(z.string()).nullish(),
  user_can_merge: z.boolean().nullish(),
});

export const giteaCombinedStatus = z.object({
  statuses: z.array(z.object({ context: z.string(), status: z.string() })).nullish(),
});

export const giteaComparison = z.object({ total_commits: z.number() });

export const giteaReview = z.object({
  id: z.number(),
  user: account.nullish(),
  state: z.string(),
  body: z.string().nullish(),
  official: z.boolean().nullish(),
  dismissed: z.boolean().nullish(),
  comments_count: z.number().nullish(),
  html_url: z.string(),
  submitted_at: z.string(),
  updated_at: z.string().nullish(),
});
export type GiteaReview = z.infer<typeof giteaReview>;

export const giteaComment = z.object({
  id: z.number(),
  user: account.nullish(),
  body: z.string().nullish(),
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GiteaComment = z.infer<typeof giteaComment>;

/** `position` counts lines of the new file, `original_position` those of the old one; the other is 0. */
export const giteaLineComment = giteaComment.extend({
  path: z.string(),
  position: z.number().nullish(),
  original_position: z.number().nullish(),
});
export type GiteaLineComment = z.infer<typeof giteaLineComment>;

export const giteaLabel = z.object({ id: z.number(), name: z.string() });

export const giteaHook = z.object({
  id: z.number(),
  config: z.record(z.string(), z.string()).nullish(),
});

export const giteaPermission = z.object({ permission: z.string() });

export const giteaTeam = z.object({
  permission: z.string(),
  units_map: z.record(z.string(), z.string()).nullish(),
});
