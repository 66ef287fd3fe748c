import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { HostFacts, HostRepository, MergeMethod } from "../forge-host.ts";
import type { GithubAccount } from "./github-account.ts";
import { githubRoot } from "./github-root.ts";

const repositoryReply = z.object({
  full_name: z.string(),
  html_url: z.string(),
  default_branch: z.string(),
  archived: z.boolean(),
  fork: z.boolean(),
  size: z.number(),
  mirror_url: z.string().nullable().optional(),
  permissions: z.object({ admin: z.boolean(), push: z.boolean() }).optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
});
type Repository = z.infer<typeof repositoryReply>;

/** What the repository and the account allow. Nothing is changed by looking. */
export async function inspectGithub(
  account: GithubAccount,
  repository: HostRepository,
  { drafts, signal }: { drafts: boolean; signal: AbortSignal | undefined },
): Promise<HostFacts> {
  const found = await readRepository(account.api, repository, signal);
  const lacks = await lacking(account, found);
  return {
    path: found.full_name,
    webUrl: found.html_url,
    defaultBranch: found.default_branch,
    archived: found.archived,
    empty: await isEmpty(account.api, found),
    mirror: (found.mirror_url ?? "") !== "",
    fork: found.fork,
    account: await account.name(),
    canPush: !found.archived && !lacks.has("contents") && !lacks.has("role"),
    canOpenPulls: !found.archived && !lacks.has("pull_requests") && !lacks.has("role"),
    canAdminister: !lacks.has("hooks"),
    missing: [...lacks].filter(([name]) => name !== "hooks").map(([, sentence]) => sentence),
    drafts,
  };
}

async function readRepository(
  api: Api,
  repository: HostRepository,
  signal?: AbortSignal,
): Promise<Repository> {
  const call = { purpose: "read the repository", path: githubRoot(repository) };
  return (await api.call({ ...call, schema: repositoryReply, followsMove: true, signal })).value;
}

export async function githubMergeMethods(
  api: Api,
  repository: HostRepository,
): Promise<MergeMethod[]> {
  const found = await readRepository(api, repository);
  const { allow_merge_commit: merge = true, allow_squash_merge: squash = true } = found;
  const { allow_rebase_merge: rebase = true } = found;
  const methods: MergeMethod[] = [];
  if (merge) methods.push("merge");
  if (squash) methods.push("squash");
  if (rebase) methods.push("rebase");
  return methods;
}

async function isEmpty(
  api: Api,
  { full_name, default_branch, size }: Repository,
): Promise<boolean> {
  const branch = default_branch.split("/").map(encodeURIComponent).join("/");
  const path = `${githubRoot({ path: full_name })}/git/ref/heads/${branch}`;
  const answer = await codeOf(api.call({ purpose: "read the branch", path, schema: z.unknown() }));
  return answer === "conflict" || (answer === "not_found" && size === 0);
}

/** What is lacking, by name, as a sentence. */
type Lacks = Map<string, string>;

const wanted: [string, string][] = [
  ["contents", 'Permission "Contents": grant "Read and write", to push branches.'],
  ["pull_requests", 'Permission "Pull requests": grant "Read and write", to open and merge them.'],
  ["statuses", 'Permission "Commit statuses": grant "Read and write", to report the checks.'],
  ["hooks", 'Permission "Webhooks": grant "Read and write", to be told of changes at once.'],
];

async function lacking(account: GithubAccount, repository: Repository): Promise<Lacks> {
  const granted = await account.permissions();
  if (granted !== undefined) return appLacks(granted);
  const { permissions } = repository;
  if (permissions !== undefined && !permissions.push) {
    const role = `The account ${await account.name()} may only read ${repository.full_name}: give it the role "Write" there.`;
    return new Map([["role", role], ...wanted.filter(([name]) => name === "hooks")]);
  }
  return repository.archived ? new Map() : tokenLacks(account.api, repository);
}

function appLacks(granted: Record<string, string>): Lacks {
  const held = (name: string) => granted[name] === "write" || granted[name] === "admin";
  return new Map(
    wanted.filter(([name]) => {
      if (name === "statuses") return !held("statuses") && !held("checks");
      return !held(name === "hooks" ? "repository_hooks" : name);
    }),
  );
}

/** GitHub does not tell what a token was granted, so each thing is asked for in a way that can have no effect: with a commit and a branch that do not exist. */
async function tokenLacks(api: Api, { full_name, default_branch }: Repository): Promise<Lacks> {
  const root = githubRoot({ path: full_name });
  const none = "0".repeat(40);
  const branch = "docent/does-not-exist";
  const post = (path: string, body: unknown) =>
    codeOf(
      api.call({
        purpose: "try it",
        method: "POST",
        path: `${root}${path}`,
        body,
        schema: z.unknown(),
      }),
    );
  const pull = { title: "Docent asks what it may do", head: branch, base: default_branch };
  const answers = new Map([
    ["contents", await post("/git/refs", { ref: `refs/heads/${branch}`, sha: none })],
    ["pull_requests", await post("/pulls", pull)],
    ["statuses", await post(`/statuses/${none}`, { state: "pending", context: "docent/checks" })],
    [
      "hooks",
      await codeOf(
        api.call({ purpose: "read the webhooks", path: `${root}/hooks`, schema: z.unknown() }),
      ),
    ],
  ]);
  return new Map(
    wanted.filter(([name]) => {
      const answer = answers.get(name);
      return answer === "forbidden" || (name === "hooks" && answer === "not_found");
    }),
  );
}

/** How a request ends: "" when it is answered. A server that stumbles over it tells nothing about permissions. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    const isAnswer = error instanceof AppError && answers.has(error.code);
    if (isAnswer) return error.code;
    throw error;
  }
}

const answers = new Set(["forbidden", "not_found", "conflict", "unavailable"]);
