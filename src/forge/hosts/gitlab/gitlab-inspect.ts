import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { HostFacts, MergeMethod } from "../forge-host.ts";
import { developer } from "./gitlab-people.ts";
import {
  type GitlabAccount,
  type GitlabProject,
  gitlabAccount,
  gitlabProject,
  gitlabToken,
} from "./gitlab-shapes.ts";

const maintainer = 40;

export async function gitlabAccountOf(api: Api, signal?: AbortSignal): Promise<GitlabAccount> {
  const call = { purpose: "read who it is", path: "/user", schema: gitlabAccount, signal };
  return (await api.call(call)).value;
}

export async function inspectGitlab(
  api: Api,
  project: string,
  signal?: AbortSignal,
): Promise<HostFacts> {
  const value = await readProject(api, project, signal);
  const account = (await gitlabAccountOf(api, signal)).username;
  const { project_access, group_access } = value.permissions ?? {};
  const level = Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0);
  const mayWrite = await hasApiScope(api, signal);
  const requests = value.merge_requests_access_level !== "disabled";
  const missing = [
    ...(mayWrite ? [] : ["Grant the token the scope `api`: without it Docent can only read."]),
    ...(level >= developer
      ? []
      : [`Give the account ${account} the role Developer in ${value.path_with_namespace}.`]),
    ...(requests ? [] : ["Switch merge requests on in the project's settings."]),
  ];
  return {
    path: value.path_with_namespace,
    webUrl: value.web_url,
    defaultBranch: value.default_branch ?? "",
    archived: value.archived ?? false,
    empty: value.empty_repo ?? false,
    mirror: value.mirror ?? false,
    fork: Boolean(value.forked_from_project),
    account,
    canPush: mayWrite && level >= developer,
    canOpenPulls: mayWrite && level >= developer && requests,
    canAdminister: mayWrite && level >= maintainer,
    missing,
    drafts: true,
  };
}

/** Tokens of all kinds tell their scopes; a server that does not know the question is given the benefit of the doubt. */
async function hasApiScope(api: Api, signal: AbortSignal | undefined): Promise<boolean> {
  const path = "/personal_access_tokens/self";
  try {
    const call = { purpose: "read the token's scopes", path, schema: gitlabToken, signal };
    return (await api.call(call)).value.scopes.includes("api");
  } catch (error) {
    const silent = ["not_found", "forbidden", "unauthenticated", "conflict"];
    if (error instanceof AppError && silent.includes(error.code)) return true;
    throw error;
  }
}

async function readProject(
  api: Api,
  project: string,
  signal?: AbortSignal,
): Promise<GitlabProject> {
  const call = { purpose: "read the project", path: project, schema: gitlabProject, signal };
  return (await api.call({ ...call, followsMove: true })).value;
}

export async function gitlabMergeMethods(api: Api, project: string): Promise<MergeMethod[]> {
  return methodsOf(await readProject(api, project));
}

function methodsOf({ merge_method, squash_option }: GitlabProject): MergeMethod[] {
  const plain: MergeMethod = merge_method === "ff" ? "rebase" : "merge";
  if (squash_option === "always") return ["squash"];
  if (squash_option === "never") return [plain];
  return squash_option === "default_on" ? ["squash", plain] : [plain, "squash"];
}
