import { z } from "zod";

/** Replies of GitLab, as far as they are read here. */
const account = z.object({ id: z.number().nullish(), username: z.string() });

export const gitlabAccount = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullish(),
  commit_email: z.string().nullish(),
  email: z.string().nullish(),
});
export type GitlabAccount = z.infer<typeof gitlabAccount>;

export const gitlabMergeRequest = z.object({
  iid: z.number().int(),
  web_url: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
  sha: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  merge_user: account.nullish(),
  merged_by: account.nullish(),
  merge_status: z.string().nullish(),
  detailed_merge_status: z.string().nullish(),
  reviewers: z.array(account).nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GitlabMergeRequest = z.infer<typeof gitlabMergeRequest>;

export const gitlabDiffRefs = z.object({
  base_sha: z.string(),
  start_sha: z.string(),
  head_sha: z.string(),
});
export type GitlabDiffRefs = z.infer<typeof gitlabDiffRefs>;

const access = z.object({ access_level: z.number() }).nullish();

export const gitlabProject = z.object({
  path_with_namespace: z.string(),
  web_url: z.string(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  empty_repo: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  forked_from_project: z.unknown().optional(),
  merge_method: z.string().nullish(),
  squash_option: z.string().nullish(),
  merge_requests_access_level: z.string().nullish(),
  permissions: z.object({ project_access: access, group_access: access }).nullish(),
});
export type GitlabProject = z.infer<typeof gitlabProject>;

export const gitlabToken = z.object({ scopes: z.array(z.string()) });

export const gitlabComparison = z.object({ commits: z.array(z.unknown()) });

export const gitlabNote = z.object({
  id: z.number(),
  body: z.string().nullish(),
  author: account.nullish(),
  system: z.boolean().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  position: z
    .object({
      new_path: z.string().nullish(),
      old_path: z.string().nullish(),
      new_line: z.number().nullish(),
      old_line: z.number().nullish(),
    })
    .nullish(),
});
export type GitlabNote = z.infer<typeof gitlabNote>;

export const gitlabDiscussion = z.object({
  id: z.string(),
  individual_note: z.boolean().nullish(),
  notes: z.array(gitlabNote),
});
export type GitlabDiscussion = z.infer<typeof gitlabDiscussion>;

export const gitlabMember = z.object({ access_level: z.number(), state: z.string().nullish() });

export const gitlabHook = z.object({ id: z.number(), url: z.string() });
