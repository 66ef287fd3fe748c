import type {
  ForgeComment,
  ForgePull,
  ForgeReview,
  ForgeState,
  ForgeStatus,
} from "./forge-types.ts";
import { shaped } from "./github-openapi.ts";

/** A state's things as GitHub writes them. */
export function githubShapes(state: ForgeState, url: string) {
  const api = `${url}/api/v3`;
  const root = () => `${api}/repos/${state.path}`;
  const web = () => `${url}/${state.path}`;
  const user = (login: string) =>
    shaped("simple-user", {
      ...{ login, id: state.accounts.get(login)?.id ?? 0 },
      type: login.endsWith("[bot]") ? "Bot" : "User",
    });
  const owner = () => user(state.path.split("/")[0] ?? "");
  const repository = (permission: string) => {
    const pushes = permission === "write" || permission === "admin";
    return shaped("full-repository", {
      id: 1,
      name: state.path.split("/")[1],
      full_name: state.path,
      owner: owner(),
      private: state.private,
      html_url: web(),
      default_branch: state.defaultBranch,
      archived: state.archived,
      fork: state.fork,
      size: 0,
      mirror_url: state.mirror ? "https://elsewhere.example/docs.git" : null,
      permissions: {
        admin: permission === "admin",
        maintain: false,
        push: pushes,
        triage: false,
        pull: true,
      },
      ...(pushes && {
        allow_merge_commit: state.methods.has("merge"),
        allow_squash_merge: state.methods.has("squash"),
        allow_rebase_merge: state.methods.has("rebase"),
      }),
    });
  };
  const side = (ref: string, sha: string) => {
    const repo = shaped("repository", { id: 1, full_name: state.path, owner: owner() });
    return { label: `${state.path.split("/")[0]}:${ref}`, ref, sha, user: owner(), repo };
  };
  const common = (pull: ForgePull) => ({
    id: 9_000 + pull.number,
    node_id: `PR_${pull.number}`,
    number: pull.number,
    url: `${root()}/pulls/${pull.number}`,
    html_url: `${web()}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body === "" ? null : pull.body,
    draft: pull.draft,
    state: pull.state === "open" ? "open" : "closed",
    user: user(pull.author),
    merged_at: pull.state === "merged" ? pull.endedAt : null,
    closed_at: pull.endedAt === "" ? null : pull.endedAt,
    // An open one has the commit of a merge that is only tried out.
    merge_commit_sha: pull.mergeCommit === "" ? "1".repeat(40) : pull.mergeCommit,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    head: side(pull.head, pull.headCommit),
    base: side(pull.base, "2".repeat(40)),
    labels: [],
    requested_reviewers: pull.reviewers.map(user),
  });
  const links = shaped("pull-request", {})._links;
  return {
    user,
    repository,
    simplePull: (pull: ForgePull) =>
      shaped("pull-request-simple", { ...common(pull), _links: links }),
    pull: async (pull: ForgePull) =>
      shaped("pull-request", {
        ...common(pull),
        ...(await merging(state, pull)),
        _links: links,
        merged_by: pull.mergedBy === "" ? null : user(pull.mergedBy),
      }),
    issueComment: (comment: ForgeComment) =>
      shaped("issue-comment", {
        ...written(comment),
        user: user(comment.author),
        html_url: `${web()}/pull/${comment.pull}#issuecomment-${comment.id}`,
      }),
    lineComment: (comment: ForgeComment) => ({
      ...shaped("pull-request-review-comment", { ...written(comment), user: user(comment.author) }),
      path: comment.place?.path ?? "",
      line: comment.place?.line ?? 1,
      original_line: comment.place?.line ?? 1,
      side: comment.place?.side === "old" ? "LEFT" : "RIGHT",
      html_url: `${web()}/pull/${comment.pull}#discussion_r${comment.id}`,
      ...(comment.replyTo > 0 && { in_reply_to_id: comment.replyTo }),
    }),
    review: (review: ForgeReview) =>
      shaped("pull-request-review", {
        id: review.id,
        user: user(review.author),
        body: review.body,
        state: verdicts[review.verdict],
        submitted_at: review.createdAt,
        commit_id: review.commit,
        html_url: `${web()}/pull/${review.pull}#pullrequestreview-${review.id}`,
      }),
    status: (status: ForgeStatus) =>
      shaped("status", {
        id: status.id,
        state: status.state,
        context: status.context,
        description: status.description,
        target_url: status.url || null,
        creator: user(status.author),
      }),
    hook: (hook: { id: number; url: string; events: string[] }) =>
      shaped("hook", {
        id: hook.id,
        name: "web",
        active: true,
        type: "Repository",
        events: hook.events,
        config: { url: hook.url, content_type: "json", insecure_ssl: "0", secret: "********" },
      }),
  };
}

const verdicts = { approved: "APPROVED", changes: "CHANGES_REQUESTED", comment: "COMMENTED" };

function written({ id, body, createdAt, updatedAt }: ForgeComment) {
  return { id, body, created_at: createdAt, updated_at: updatedAt };
}

async function merging(state: ForgeState, pull: ForgePull) {
  const merged = pull.state === "merged";
  if (pull.state !== "open") return { merged, mergeable: null, mergeable_state: "unknown" };
  const mergeable = await state.mergeable(pull);
  if (mergeable === undefined) return { merged, mergeable: null, mergeable_state: "unknown" };
  if (!mergeable) return { merged, mergeable, mergeable_state: "dirty" };
  if (pull.draft) return { merged, mergeable, mergeable_state: "draft" };
  const { review, checks } = state.blocks(pull);
  return { merged, mergeable, mergeable_state: review || checks.length > 0 ? "blocked" : "clean" };
}
