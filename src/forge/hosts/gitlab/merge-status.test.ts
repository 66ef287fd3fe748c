import { expect, test } from "vitest";
import type { GitlabMergeRequest } from "./gitlab-shapes.ts";
import { mergeStatus } from "./merge-status.ts";

const request: GitlabMergeRequest = {
  iid: 1,
  web_url: "https://gitlab.example/acme/docs/-/merge_requests/1",
  title: "X",
  state: "opened",
  source_branch: "docs/x",
  target_branch: "main",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

test("what GitLab is still looking at is unknown", () => {
  for (const status of ["checking", "unchecked", "preparing", "approvals_syncing"]) {
    const told = mergeStatus({ ...request, detailed_merge_status: status });
    expect(told).toEqual({ mergeability: "unknown", blockedBy: [] });
  }
  expect(mergeStatus(request).mergeability).toBe("unknown");
  expect(mergeStatus({ ...request, state: "merged", detailed_merge_status: "mergeable" })).toEqual({
    mergeability: "unknown",
    blockedBy: [],
  });
});

test("each reason is a sentence, also one that is not known here", () => {
  const blocked = (status: string) => mergeStatus({ ...request, detailed_merge_status: status });
  expect(blocked("not_approved")).toEqual({
    mergeability: "blocked",
    blockedBy: ["It wants more approvals."],
  });
  expect(blocked("moon_phase").blockedBy).toEqual(["GitLab says: moon phase."]);
  expect(blocked("constructor").blockedBy).toEqual(["GitLab says: constructor."]);
  expect(blocked("conflict").mergeability).toBe("conflict");
  expect(blocked("mergeable").mergeability).toBe("clean");
});

test("servers that know only the old words are understood", () => {
  expect(mergeStatus({ ...request, merge_status: "can_be_merged" }).mergeability).toBe("clean");
  expect(mergeStatus({ ...request, merge_status: "cannot_be_merged" }).mergeability).toBe(
    "conflict",
  );
});
