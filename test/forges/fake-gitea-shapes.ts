import type {
  ForgeComment,
  ForgePull,
  ForgeState,
  ForgeStatus,
  ForgeToken,
} from "./forge-types.ts";

/** What Gitea's API shows of things. */
export function giteaShapes(state: ForgeState, url: string) {
  const web = () => `${url}/${state.path}`;
  const account = (name = "") => {
    const known = state.accounts.get(name);
    return { id: known?.id ?? 0, login: name, full_name: "", email: known?.email ?? "" };
  };
  const comment = (each: ForgeComment) => ({
    id: each.id,
    user: account(each.author),
    body: each.body,
    html_url: `${web()}/pulls/${each.pull}#issuecomment-${each.id}`,
    created_at: each.createdAt,
    updated_at: each.updatedAt,
  });
  return {
    account,
    comment,
    lineComment: (each: ForgeComment) => ({
      ...comment(each),
      pull_request_review_id: each.review || each.id,
      path: each.place?.path,
      position: each.place?.side === "new" ? each.place.line : 0,
      original_position: each.place?.side === "old" ? each.place.line : 0,
    }),
    status: (status: ForgeStatus) => ({
      id: status.id,
      context: status.context,
      status: status.state,
      description: status.description,
      target_url: status.url,
    }),
    async repository(holder: ForgeToken | undefined) {
      const permission = holder?.account.permission;
      const admin = permission === "admin";
      return {
        full_name: state.path,
        html_url: web(),
        default_branch: state.defaultBranch,
        archived: state.archived,
        empty: await state.isEmpty(),
        mirror: state.mirror,
        fork: state.fork,
        has_pull_requests: true,
        permissions: { admin, push: admin || permission === "write", pull: true },
        allow_merge_commits: state.methods.has("merge"),
        allow_squash_merge: state.methods.has("squash"),
        allow_rebase: state.methods.has("rebase"),
        default_merge_style: "merge",
      };
    },
    async branch(name: string) {
      const id = await state.tip(name);
      const rule = state.protection.get(name);
      return (
        id && {
          name,
          commit: { id },
          protected: rule !== undefined,
          required_approvals: rule?.reviews ?? 0,
          enable_status_check: (rule?.checks.length ?? 0) > 0,
          status_check_contexts: rule?.checks ?? [],
          user_can_push: rule === undefined,
          user_can_merge: true,
        }
      );
    },
    async pull(pull: ForgePull) {
      const gone = (await state.tip(pull.head)) === undefined;
      const merged = pull.state === "merged";
      const open = pull.state === "open" && !pull.draft;
      return {
        id: pull.number + 7_000,
        number: pull.number,
        html_url: `${web()}/pulls/${pull.number}`,
        user: account(pull.author),
        title: pull.draft ? `WIP: ${pull.title}` : pull.title,
        body: pull.body,
        state: pull.state === "open" ? "open" : "closed",
        draft: pull.draft,
        merged,
        mergeable: open && !gone && (await state.mergeable(pull)) === true,
        merge_commit_sha: merged ? pull.mergeCommit : null,
        merged_by: merged ? account(pull.mergedBy) : null,
        head: {
          label: pull.head,
          ref: gone ? `refs/pull/${pull.number}/head` : pull.head,
          sha: pull.headCommit,
          repo_id: 3,
        },
        base: { label: pull.base, ref: pull.base, sha: await state.tip(pull.base), repo_id: 3 },
        created_at: pull.createdAt,
        updated_at: pull.updatedAt,
      };
    },
    /** A line that somebody commented on alone has a review of its own. */
    reviews(number: number) {
      const states = { approved: "APPROVED", changes: "REQUEST_CHANGES", comment: "COMMENT" };
      const lines = state.comments.filter(({ pull, place }) => pull === number && place);
      const whole = state.reviews
        .filter(({ pull }) => pull === number)
        .map((review) => ({
          id: review.id,
          user: account(review.author),
          state: states[review.verdict],
          body: review.body,
          official: ["write", "admin"].includes(
            state.accounts.get(review.author)?.permission ?? "none",
          ),
          dismissed: false,
          comments_count: lines.filter((line) => line.review === review.id).length,
          html_url: `${web()}/pulls/${number}#issuecomment-${review.id}`,
          submitted_at: review.createdAt,
          updated_at: review.createdAt,
        }));
      const alone = lines
        .filter(({ review }) => review === 0)
        .map((line) => ({
          id: line.id,
          user: account(line.author),
          state: "COMMENT",
          body: "",
          comments_count: 1,
          html_url: `${web()}/pulls/${number}#issuecomment-${line.id}`,
          submitted_at: line.createdAt,
        }));
      return [...whole, ...alone];
    },
  };
}
