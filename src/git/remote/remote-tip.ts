import { AppError } from "../../lib/app-error.ts";
import { runGit } from "../run/git.ts";
import type { RepositoryAccess } from "../run/git-access.ts";
import { isSafeBranchName } from "../write/is-safe-branch-name.ts";
import { parseRemoteAddress } from "./remote-address.ts";

export type RemoteTipOptions = RepositoryAccess & { branch?: string; signal?: AbortSignal };

/** The commit at the tip of a remote's branch, or of its default one, without fetching anything; "" when there is none. */
export async function remoteTip(
  url: string,
  { branch, ...options }: RemoteTipOptions,
): Promise<string> {
  const remote = parseRemoteAddress(url);
  if (remote === undefined) throw new AppError("invalid_request", "Only an address has a tip.");
  if (branch !== undefined && !isSafeBranchName(branch)) {
    throw new AppError("invalid_request", "The branch name is not one that git allows.");
  }
  const ref = branch === undefined ? "HEAD" : `refs/heads/${branch}`;
  const settings = { ...options, protocols: [remote.protocol], timeoutMs: 60_000 };
  const { stdout } = await runGit(["ls-remote", "--end-of-options", remote.url, ref], settings);
  const lines = stdout.toString("utf8").split("\n");
  const line = lines.find((candidate) => candidate.endsWith(`\t${ref}`));
  return line?.split("\t", 1)[0] ?? "";
}
