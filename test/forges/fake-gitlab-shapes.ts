import { createHash } from "node:crypto";
import type { ForgeComment, ForgePull, ForgeState, ForgeStatus } from "./forge-types.ts";

export const projectId = 42;
export const levels = { none: 0, read: 20, write: 30, admin: 40 };

/** What GitLab's API shows of things. */
export function gitlabShapes(state: ForgeState, url: string) {
  const web = () => `${url}/${state.path}`;
  const account = (name: string) => ({
    id: state.accounts.get(name)?.id ?? 0,
    username: name,
    name,
    state: "active",
  });
  const note = (comment: Omit<ForgeComment, "replyTo" | "review">) => ({
    id: comment.id,
    type: comment.place ? "DiffNote" : null,
    body: comment.body,
    author: account(comment.author),
    system: false,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    ...(comment.place && { position: positionOf(comment.place) }),
  });
  const mergeStatus = async (pull: ForgePull) => {
    if (pull.state !== "open") return "not_open";
    if ((await state.tip(pull.head)) === undefined) return "commits_status";
    const mergeable = await state.mergeable(pull);
    if (mergeable === undefined) return "checking";
    if (pull.draft) return "draft_status";
    if (!mergeable) return "conflict";
    const { review, checks } = state.blocks(pull);
    if (review) return "not_approved";
    return checks.length > 0 ? "ci_must_pass" : "mergeable";
  };
  return {
    account,
    note,
    project(permission: keyof typeof levels, empty: boolean) {
      const squash = state.methods.has("squash");
      const only = squash && state.methods.size === 1;
      return {
        id: projectId,
        path_with_namespace: state.path,
        web_url: web(),
        default_branch: state.defaultBranch,
        archived: state.archived,
        empty_repo: empty,
        mirror: state.mirror,
        ...(state.fork && { forked_from_project: { id: 7 } }),
        merge_method: state.methods.has("merge") ? "merge" : "ff",
        squash_option: only ? "always" : squash ? "default_off" : "never",
        merge_requests_access_level: "enabled",
        permissions: { project_access: null, group_access: { access_level: levels[permission] } },
      };
    },
    async request(pull: ForgePull) {
      const merged = pull.state === "merged";
      const parents = merged
        ? await state.repository.git("log", "-1", "--format=%P", pull.mergeCommit)
        : "";
      const hasMergeCommit = parents.trim().includes(" ");
      return {
        id: pull.number + 100_000,
        iid: pull.number,
        project_id: projectId,
        source_project_id: projectId,
        target_project_id: projectId,
        web_url: `${web()}/-/merge_requests/${pull.number}`,
        title: pull.draft ? `Draft: ${pull.title}` : pull.title,
        description: pull.body === "" ? null : pull.body,
        state: pull.state === "open" ? "opened" : pull.state,
        draft: pull.draft,
        source_branch: pull.head,
        target_branch: pull.base,
        sha: pull.headCommit,
        diff_refs: {
          base_sha: await state.tip(pull.base),
          start_sha: await state.tip(pull.base),
          head_sha: pull.headCommit,
        },
        merge_commit_sha: merged && hasMergeCommit ? pull.mergeCommit : null,
        squash_commit_sha: merged && !hasMergeCommit ? pull.mergeCommit : null,
        merge_user: merged ? account(pull.mergedBy) : null,
        detailed_merge_status: await mergeStatus(pull),
        labels: pull.labels,
        reviewers: pull.reviewers.map(account),
        author: account(pull.author),
        created_at: pull.createdAt,
        updated_at: pull.updatedAt,
      };
    },
    status: (status: ForgeStatus) => ({
      id: status.id,
      sha: status.commit,
      name: status.context,
      status: status.state === "failure" ? "failed" : status.state,
      description: status.description,
      target_url: status.url,
    }),
    /** A review's summary is a note like others, and what GitLab did is told among them. */
    discussions(number: number) {
      const of = state.comments.filter(({ pull }) => pull === number);
      const begun = of.filter(({ replyTo }) => replyTo === 0);
      const threads = begun.map((first) => {
        const answers = of.filter(({ replyTo }) => replyTo === first.id);
        const individual_note = first.place === undefined && answers.length === 0;
        return { id: threadId(first.id), individual_note, notes: [first, ...answers].map(note) };
      });
      const summaries = state.reviews
        .filter(({ pull, body }) => pull === number && body !== "")
        .map((review) => ({ ...review, updatedAt: review.createdAt }))
        .map((review) => ({
          id: threadId(review.id),
          individual_note: true,
          notes: [note(review)],
        }));
      const moment = state.pulls.get(number)?.createdAt ?? "";
      const told = { pull: number, author: "boss", createdAt: moment, updatedAt: moment };
      const system = { ...note({ ...told, id: 1, body: "added 1 commit" }), system: true };
      const first = { id: threadId(1), individual_note: true, notes: [system] };
      return [first, ...threads, ...summaries];
    },
  };
}

export function threadId(id: number): string {
  return createHash("sha1").update(`${id}`).digest("hex");
}

function positionOf({ path, line, side }: NonNullable<ForgeComment["place"]>) {
  return {
    position_type: "text",
    new_path: path,
    old_path: path,
    new_line: side === "new" ? line : null,
    old_line: side === "old" ? line : null,
  };
}
