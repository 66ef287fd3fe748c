import type { Mergeability } from "../forge-host.ts";
import type { GitlabMergeRequest } from "./gitlab-shapes.ts";

const working = [
  "checking",
  "unchecked",
  "preparing",
  "approvals_syncing",
  "cannot_be_merged_recheck",
];
const conflicts = ["conflict", "broken_status", "cannot_be_merged"];

const sentences: Record<string, string> = {
  ci_must_pass: "The pipeline has to pass first.",
  ci_still_running: "The pipeline is still running.",
  commits_status: "The source branch has no commits, or is gone.",
  discussions_not_resolved: "All threads have to be resolved first.",
  draft_status: "It is a draft.",
  jira_association_missing: "The title or the description has to name a Jira issue.",
  locked_paths: "It changes paths that are locked.",
  locked_lfs_files: "It changes large files that are locked.",
  merge_request_blocked: "Another merge request has to be merged first.",
  blocked_status: "Another merge request has to be merged first.",
  merge_time: "It may only be merged after the time that is set on it.",
  need_rebase: "It has to be rebased on the target branch first.",
  not_approved: "It wants more approvals.",
  requested_changes: "A reviewer asked for changes.",
  policies_denied: "A security policy does not allow it.",
  security_policy_violations: "A security policy does not allow it.",
  status_checks_must_pass: "The external checks have to pass first.",
  title_regex: "The title is not of the form that the project wants.",
};

/** What GitLab says about merging, also before 15.6, which knew fewer words. */
export function mergeStatus(request: GitlabMergeRequest): {
  mergeability: Mergeability;
  blockedBy: string[];
} {
  const status = request.detailed_merge_status ?? request.merge_status ?? "";
  if (request.state !== "opened" || status === "" || working.includes(status)) {
    return { mergeability: "unknown", blockedBy: [] };
  }
  if (status === "mergeable" || status === "can_be_merged") {
    return { mergeability: "clean", blockedBy: [] };
  }
  if (conflicts.includes(status)) return { mergeability: "conflict", blockedBy: [] };
  const named = status.slice(0, 60).replaceAll("_", " ");
  const known = Object.hasOwn(sentences, status) ? sentences[status] : undefined;
  return { mergeability: "blocked", blockedBy: [known ?? `GitLab says: ${named}.`] };
}
