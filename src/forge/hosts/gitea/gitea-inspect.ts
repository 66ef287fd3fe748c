import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { HostFacts, MergeMethod } from "../forge-host.ts";
import { tellsWriters } from "./gitea-may-write.ts";
import { type GiteaRepository, giteaAccount, giteaRepository } from "./gitea-shapes.ts";

export type GiteaAccount = z.infer<typeof giteaAccount>;

export async function giteaAccountOf(api: Api, signal?: AbortSignal): Promise<GiteaAccount> {
  const purpose = "read who it is (the token wants `read:user`)";
  return (await api.call({ purpose, path: "/user", schema: giteaAccount, signal })).value;
}

export async function inspectGitea(
  api: Api,
  repo: string,
  signal?: AbortSignal,
): Promise<HostFacts> {
  const value = await readRepository(api, repo, signal);
  const at = `/repos/${value.full_name}`;
  const admin = value.permissions?.admin ?? false;
  const push = value.permissions?.push ?? false;
  const refusals = await probeScopes(api, at, signal);
  const account = refusals.account ?? "";
  const missing = [
    ...(push ? [] : [`Give the account ${account} write permission in ${value.full_name}.`]),
    ...(value.has_pull_requests === false
      ? ["Switch pull requests on in the repository's settings."]
      : []),
    ...refusals.missing,
    ...(admin || (await tellsWriters(api, at).catch(() => false))
      ? []
      : [
          "To obey review comments, give the account administrator permission in the repository: this organization has teams that may only read, and the forge tells nobody else who may write.",
        ]),
  ];
  return {
    path: value.full_name,
    webUrl: value.html_url,
    defaultBranch: value.default_branch ?? "",
    archived: value.archived ?? false,
    empty: value.empty ?? false,
    mirror: value.mirror ?? false,
    fork: value.fork ?? false,
    account,
    canPush: push && refusals.mayWriteRepository,
    canOpenPulls: push && refusals.mayWriteRepository && value.has_pull_requests !== false,
    canAdminister: admin && refusals.mayWriteRepository,
    missing,
    drafts: true,
  };
}

/** A token does not tell its scopes. Empty requests do: without the scope they are refused before anybody reads them. */
async function probeScopes(api: Api, repo: string, signal: AbortSignal | undefined) {
  const lacks = async (path: string) => {
    const call = { method: "POST" as const, path, body: {}, schema: z.unknown(), signal };
    const refused = await refusalOf(api.call({ purpose: "write here", ...call }));
    return refused?.code === "forbidden" && /scope/i.test(refused.message);
  };
  const missing: string[] = [];
  let account: string | undefined;
  const noAccount = await refusalOf(
    giteaAccountOf(api, signal).then(({ login }) => {
      account = login;
    }),
  );
  if (noAccount) missing.push("Grant the token `read:user`, so that Docent knows its own account.");
  const noRepository = await lacks(`${repo}/pulls`);
  if (noRepository)
    missing.push("Grant the token `write:repository`, to push and open pull requests.");
  if (await lacks(`${repo}/issues/0/comments`)) {
    missing.push("Grant the token `write:issue`, to comment on pull requests and label them.");
  }
  return { account, mayWriteRepository: !noRepository, missing };
}

async function refusalOf(work: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const told = ["forbidden", "conflict", "not_found"];
    if (error instanceof AppError && told.includes(error.code)) return error;
    throw error;
  }
}

async function readRepository(
  api: Api,
  repo: string,
  signal?: AbortSignal,
): Promise<GiteaRepository> {
  const call = { purpose: "read the repository", path: repo, schema: giteaRepository, signal };
  return (await api.call({ ...call, followsMove: true })).value;
}

export async function giteaMergeMethods(api: Api, repo: string): Promise<MergeMethod[]> {
  return methodsOf(await readRepository(api, repo));
}

function methodsOf(repository: GiteaRepository): MergeMethod[] {
  const allowed: [MergeMethod, boolean][] = [
    ["merge", repository.allow_merge_commits ?? true],
    ["squash", repository.allow_squash_merge ?? true],
    ["rebase", repository.allow_rebase ?? true],
  ];
  const methods = allowed.filter(([, is]) => is).map(([method]) => method);
  const first = methods.filter((method) => method === repository.default_merge_style);
  return [...new Set([...first, ...methods])];
}
