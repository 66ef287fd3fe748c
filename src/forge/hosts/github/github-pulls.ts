import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { ForgeHost, HostPull, HostRepository } from "../forge-host.ts";
import { blockedReasons } from "./blocked-reasons.ts";
import { missing } from "./github-account.ts";
import { githubGraphql } from "./github-graphql.ts";
import { type GithubPull, githubPull, isFromFork, toHostPull } from "./github-pull.ts";
import { githubRoot } from "./github-root.ts";

type Pulls = Pick<ForgeHost, "find" | "create" | "update" | "read" | "list"> & {
  /** False once GitHub has said that the repository's plan has no drafts. */
  drafts(): boolean;
};

const mostListed = 300;
/** Also of pages that have nothing on them and name a next one. */
const mostPages = 10;

export function githubPulls(api: Api, repository: HostRepository): Pulls {
  const root = `${githubRoot(repository)}/pulls`;
  const [owner] = repository.path.split("/");
  let hasDrafts = true;
  const read: Pulls["read"] = async (number) => {
    const call = {
      purpose: "read the pull request",
      path: `${root}/${number}`,
      schema: githubPull,
    };
    const reply = await api.call(call).catch(missing);
    return reply && withReasons(api, repository, toHostPull(reply.value));
  };
  return {
    drafts: () => hasDrafts,
    read,
    async find({ head, base }) {
      const query = { state: "open", head: `${owner}:${head}`, base, per_page: 100 };
      const schema = z.array(githubPull);
      const { value } = await api.call({
        purpose: "find the pull request",
        path: root,
        query,
        schema,
      });
      const own = value.filter((pull) => !isFromFork(pull));
      const found = own.find((pull) => pull.head.ref === head && pull.base.ref === base);
      return found && toHostPull(found);
    },
    async create({ title, body, draft, head, base }) {
      const call = {
        purpose: "open the pull request",
        method: "POST",
        path: root,
        schema: githubPull,
      } as const;
      const regular = { title, body, head, base };
      const tried = api.call({ ...call, body: { ...regular, draft } });
      const made = await tried.catch((error) => {
        if (!draft || !isAboutDrafts(error)) throw error;
        hasDrafts = false;
        return api.call({ ...call, body: regular });
      });
      return toHostPull(made.value);
    },
    async update(number, { title, body, draft }) {
      const texts = { ...(title !== undefined && { title }), ...(body !== undefined && { body }) };
      const call = { purpose: "change the pull request", method: "PATCH", body: texts } as const;
      const path = `${root}/${number}`;
      const { value: pull } = await api.call({ ...call, path, schema: githubPull });
      const isDraft = await setDraft({ api, repository, pull }, draft).catch((error) => {
        if (!draft || !isAboutDrafts(error)) throw error;
        hasDrafts = false;
        return false;
      });
      const told = toHostPull(pull);
      // What GitHub said before it was made ready was said of a draft.
      if (isDraft !== told.draft) return (await read(number)) ?? { ...told, draft: isDraft };
      return withReasons(api, repository, told);
    },
    list: (since) => listPulls(api, root, since),
  };
}

function isAboutDrafts(error: unknown): boolean {
  return error instanceof AppError && error.code === "conflict" && /draft/i.test(error.message);
}

async function withReasons(
  api: Api,
  repository: HostRepository,
  pull: HostPull,
): Promise<HostPull> {
  if (pull.mergeability !== "blocked" || pull.blockedBy.length > 0) return pull;
  return { ...pull, blockedBy: await blockedReasons(api, repository, pull) };
}

const flipped = z.object({ flip: z.object({ pullRequest: z.object({ isDraft: z.boolean() }) }) });

/** Whether it is a draft in the end: only the other API can change that. */
async function setDraft(
  { api, repository, pull }: { api: Api; repository: HostRepository; pull: GithubPull },
  draft: boolean | undefined,
): Promise<boolean> {
  const isDraft = pull.draft ?? false;
  if (draft === undefined || draft === isDraft || pull.state !== "open") return isDraft;
  const mutation = draft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview";
  const { flip } = await githubGraphql(api, repository.apiUrl, {
    purpose: draft ? "make the pull request a draft" : "make the pull request ready for review",
    query: `mutation($id: ID!) { flip: ${mutation}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
    variables: { id: pull.node_id },
    schema: flipped,
  });
  return flip.pullRequest.isDraft;
}

async function listPulls(
  api: Api,
  root: string,
  { updatedSince, etag }: Parameters<ForgeHost["list"]>[0],
): ReturnType<ForgeHost["list"]> {
  const call = { purpose: "list the pull requests", path: root, schema: z.array(githubPull) };
  const query = { state: "all", sort: "updated", direction: "desc", per_page: 100 };
  const first = await api.callIfChanged({ ...call, query, etag });
  if (first === undefined) return undefined;
  const pulls: HostPull[] = [];
  let page = first;
  for (let pages = 1; ; pages += 1) {
    const fresh = page.value.filter((pull) => pull.updated_at >= updatedSince);
    pulls.push(...fresh.map(toHostPull));
    const isFull = pulls.length >= mostListed || pages >= mostPages;
    if (fresh.length < page.value.length || isFull || page.next === "")
      return { pulls: pulls.slice(0, mostListed), etag: first.etag };
    page = await api.call({ ...call, path: page.next });
  }
}
