import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import { type DraftMarks, isDraftTitle, titleFor, withoutDraftMark } from "../draft-title.ts";
import type { ForgeHost, HostPull, Listing, PullPatch } from "../forge-host.ts";
import { unlessMissing } from "../numbered-pages.ts";
import { type GitlabMergeRequest, gitlabComparison, gitlabMergeRequest } from "./gitlab-shapes.ts";
import { mergeStatus } from "./merge-status.ts";

type Pulls = Pick<ForgeHost, "find" | "create" | "update" | "read" | "list" | "close">;

const marks: DraftMarks = ["Draft:", "[Draft]", "(Draft)"];

const perPage = 100;
const mostPages = 3;

export function gitlabMergeRequests(api: Api, project: string): Pulls {
  const all = `${project}/merge_requests`;
  const read = async (number: number) => {
    const call = { path: `${all}/${number}`, schema: gitlabMergeRequest };
    const asked = api.call({ purpose: "read the merge request", ...call });
    return (await unlessMissing(asked))?.value;
  };
  const put = async (number: number, body: Record<string, string>) => {
    const call = { path: `${all}/${number}`, body, schema: gitlabMergeRequest };
    return (await api.call({ purpose: "change the merge request", method: "PUT", ...call })).value;
  };
  return {
    async find({ head, base }) {
      const { value } = await api.call({
        purpose: "look for the merge request",
        path: all,
        query: { state: "opened", source_branch: head, target_branch: base, per_page: perPage },
        schema: z.array(gitlabMergeRequest),
      });
      const own = value.find((each) => each.source_project_id === each.target_project_id);
      return own && toPull(own);
    },
    async create(pull) {
      await requireCommits(api, project, pull);
      const { head, base, body } = pull;
      const title = titleFor(pull, marks);
      const { value } = await api.call({
        purpose: "open the merge request",
        method: "POST",
        path: all,
        body: { source_branch: head, target_branch: base, title, description: body },
        schema: gitlabMergeRequest,
      });
      return toPull(value);
    },
    async update(number, changes) {
      const now = await read(number);
      if (now === undefined)
        throw new AppError("not_found", `There is no merge request ${number}.`);
      const body = changedFields(toPull(now), changes);
      return toPull(Object.keys(body).length === 0 ? now : await put(number, body));
    },
    async read(number) {
      const found = await read(number);
      return found && toPull(found);
    },
    list: (since) => listChanged(api, all, since),
    async close(number) {
      await put(number, { state_event: "close" });
    },
  };
}

export function toPull(request: GitlabMergeRequest): HostPull {
  const draft = request.draft ?? isDraftTitle(request.title, marks);
  const state = stateOf(request.state);
  const merged = state === "merged";
  return {
    number: request.iid,
    nodeId: "",
    url: request.web_url,
    title: draft ? withoutDraftMark(request.title, marks) : request.title,
    body: request.description ?? "",
    draft,
    state,
    head: request.source_branch,
    base: request.target_branch,
    headCommit: request.sha ?? "",
    mergeCommit: merged ? mergeCommitOf(request) : "",
    mergedBy: merged ? ((request.merge_user ?? request.merged_by)?.username ?? "") : "",
    ...mergeStatus(request),
    createdAt: request.created_at,
    updatedAt: request.updated_at,
  };
}

/** `locked` stands for the moment of merging. */
function stateOf(state: string): HostPull["state"] {
  if (state === "merged") return "merged";
  return state === "opened" || state === "locked" ? "open" : "closed";
}

/** A merge that only moves the branch on has no commit of its own. */
function mergeCommitOf(request: GitlabMergeRequest): string {
  return request.merge_commit_sha ?? request.squash_commit_sha ?? request.sha ?? "";
}

function changedFields(now: HostPull, changes: PullPatch): Record<string, string> {
  const { title = now.title, draft = now.draft, body } = changes;
  const retitled = changes.title !== undefined || draft !== now.draft;
  return {
    ...(retitled && { title: titleFor({ title, draft }, marks) }),
    ...(body !== undefined && { description: body }),
  };
}

/** A merge request without a commit is accepted by the forge. What is not there is told when it is to be opened. */
async function requireCommits(
  api: Api,
  project: string,
  { head, base }: { head: string; base: string },
): Promise<void> {
  const compared = await unlessMissing(
    api.call({
      purpose: "compare the branches",
      path: `${project}/repository/compare`,
      query: { from: base, to: head },
      schema: gitlabComparison,
    }),
  );
  if (compared === undefined || compared.value.commits.length > 0) return;
  throw new AppError("conflict", `The branch ${head} has no commit that ${base} lacks.`);
}

async function listChanged(
  api: Api,
  path: string,
  { updatedSince, etag }: { updatedSince: string; etag: string },
): Promise<Listing | undefined> {
  const query = {
    state: "all",
    order_by: "updated_at",
    sort: "desc",
    per_page: perPage,
    updated_after: updatedSince === "" ? undefined : updatedSince,
  };
  const call = { purpose: "list the merge requests", path, schema: z.array(gitlabMergeRequest) };
  const first = await api.callIfChanged({ ...call, query: { ...query, page: 1 }, etag });
  if (first === undefined) return undefined;
  const found = [...first.value];
  let next = first.headers.get("x-next-page") ?? "";
  for (let page = 2; page <= mostPages && next !== ""; page += 1) {
    const more = await api.call({ ...call, query: { ...query, page } });
    found.push(...more.value);
    next = more.headers.get("x-next-page") ?? "";
  }
  return { pulls: found.map(toPull), etag: first.etag };
}
