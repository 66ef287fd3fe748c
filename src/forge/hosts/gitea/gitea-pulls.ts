import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import { type DraftMarks, isDraftTitle, titleFor, withoutDraftMark } from "../draft-title.ts";
import type { ForgeHost, HostPull, Listing, PullPatch } from "../forge-host.ts";
import { firstOf, numberedPages, unlessMissing } from "../numbered-pages.ts";
import { withMergeability } from "./gitea-mergeability.ts";
import { type GiteaPull, giteaComparison, giteaPull } from "./gitea-shapes.ts";

type Pulls = Pick<ForgeHost, "find" | "create" | "update" | "read" | "list" | "close">;

/** A server may have other marks; these are what Gitea and Forgejo come with. */
const marks: DraftMarks = ["WIP:", "[WIP]"];

const mostListed = 300;

export function giteaPulls(api: Api, repo: string): Pulls {
  const at = (number: number) => `${repo}/pulls/${number}`;
  const readRaw = (number: number) =>
    unlessMissing(
      api
        .call({ purpose: "read the pull request", path: at(number), schema: giteaPull })
        .then(({ value }) => value),
    );
  const patch = async (number: number, body: Record<string, string>): Promise<GiteaPull> => {
    const call = { method: "PATCH" as const, path: at(number), body, schema: giteaPull };
    return (await api.call({ purpose: "change the pull request", ...call })).value;
  };
  const told = async (pull: GiteaPull) => {
    const known = toPull(pull);
    return (await withMergeability(api, repo, [[pull, known]]))[0] ?? known;
  };
  return {
    async find(branches) {
      const pull = await findPull(api, repo, branches);
      return pull && told(pull);
    },
    async create(pull) {
      await requireCommits(api, repo, pull);
      const { value } = await api.call({
        purpose: "open the pull request",
        method: "POST",
        path: `${repo}/pulls`,
        body: { head: pull.head, base: pull.base, title: titleFor(pull, marks), body: pull.body },
        schema: giteaPull,
      });
      return told(await asDraft(value, pull, patch));
    },
    async update(number, changes) {
      const now = await readRaw(number);
      if (now === undefined) throw new AppError("not_found", `There is no pull request ${number}.`);
      const body = patchBody(toPull(now), changes);
      if (Object.keys(body).length === 0) return told(now);
      const changed = await patch(number, body);
      const wanted = { ...toPull(now), ...changes };
      return told(await asDraft(changed, wanted, patch));
    },
    async read(number) {
      const pull = await readRaw(number);
      return pull && told(pull);
    },
    list: (since) => listPulls(api, repo, since.updatedSince),
    async close(number) {
      await patch(number, { state: "closed" });
    },
  };
}

export function toPull(pull: GiteaPull): HostPull {
  const draft = pull.draft ?? isDraftTitle(pull.title, marks);
  const state = pull.merged ? "merged" : pull.state === "open" ? "open" : "closed";
  return {
    number: pull.number,
    nodeId: "",
    url: pull.html_url,
    title: draft ? withoutDraftMark(pull.title, marks) : pull.title,
    body: pull.body ?? "",
    draft,
    state,
    // After the branch is deleted `ref` is that of the pull request itself; the label keeps the name.
    head: pull.head.ref.startsWith("refs/pull/")
      ? (pull.head.label ?? pull.head.ref)
      : pull.head.ref,
    base: pull.base.ref,
    headCommit: pull.head.sha,
    mergeCommit: state === "merged" ? (pull.merge_commit_sha ?? "") : "",
    mergedBy: state === "merged" ? (pull.merged_by?.login ?? "") : "",
    mergeability: "unknown",
    blockedBy: [],
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
  };
}

function patchBody(now: HostPull, changes: PullPatch): Record<string, string> {
  const { title = now.title, draft = now.draft, body } = changes;
  const retitled = changes.title !== undefined || draft !== now.draft;
  return {
    ...(retitled && { title: titleFor({ title, draft }, marks) }),
    ...(body !== undefined && { body }),
  };
}

/** Where the server has other marks of a draft, the second one is tried; where none is known, the title says nothing of a draft. */
async function asDraft(
  pull: GiteaPull,
  wanted: { title: string; draft: boolean },
  patch: (number: number, body: Record<string, string>) => Promise<GiteaPull>,
): Promise<GiteaPull> {
  if (!wanted.draft || toPull(pull).draft) return pull;
  const plain = titleFor({ title: wanted.title, draft: false }, marks);
  const second = await patch(pull.number, { title: `${marks[1]} ${plain}` });
  return toPull(second).draft ? second : patch(pull.number, { title: plain });
}

/** A pull request without a commit is accepted by the forge, and nobody could tell what it is about. */
async function requireCommits(
  api: Api,
  repo: string,
  { head, base }: { head: string; base: string },
): Promise<void> {
  const range = `${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  const { value } = await api.call({
    purpose: "compare the branches",
    path: `${repo}/compare/${range}`,
    schema: giteaComparison,
  });
  if (value.total_commits > 0) return;
  throw new AppError("conflict", `The branch ${head} has no commit that ${base} lacks.`);
}

async function findPull(
  api: Api,
  repo: string,
  { head, base }: { head: string; base: string },
): Promise<GiteaPull | undefined> {
  const open = numberedPages(api, {
    purpose: "look for the pull request",
    path: `${repo}/pulls`,
    query: { state: "open", sort: "recentupdate", base_branch: base },
    schema: z.array(giteaPull),
    sizeName: "limit",
  });
  for await (const pull of open) {
    const own = pull.head.repo_id === pull.base.repo_id;
    if (own && toPull(pull).head === head && pull.base.ref === base) return pull;
  }
  return undefined;
}

async function listPulls(api: Api, repo: string, updatedSince: string): Promise<Listing> {
  const recent = numberedPages(api, {
    purpose: "list the pull requests",
    path: `${repo}/pulls`,
    query: { state: "all", sort: "recentupdate" },
    schema: z.array(giteaPull),
    sizeName: "limit",
  });
  const changed = await firstOf(until(recent, updatedSince), mostListed);
  const pulls = await withMergeability(
    api,
    repo,
    changed.map((pull) => [pull, toPull(pull)]),
  );
  return { pulls, etag: "" };
}

async function* until(recent: AsyncIterable<GiteaPull>, moment: string) {
  const from = Date.parse(moment);
  for await (const pull of recent) {
    if (Date.parse(pull.updated_at) < from) return;
    yield pull;
  }
}
