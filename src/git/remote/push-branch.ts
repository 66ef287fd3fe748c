import { AppError } from "../../lib/app-error.ts";
import { requireBranchName } from "../read/branch-name.ts";
import { containsCommit, requireCommitId, resolveCommit } from "../read/resolve-commit.ts";
import { type GitOptions, runGit } from "../run/git.ts";
import type { Remote } from "../run/git-access.ts";
import { busyError, explainPush, isMoved, movedError } from "./explain-refusal.ts";
import { fetchBranches } from "./follow-branches.ts";
import { remoteTip } from "./mirror.ts";
import { parseRemoteAddress } from "./remote-address.ts";

export type BranchPush = {
  /** The mirror that has the commit. */
  repository: string;
  remote: Remote;
  branch: string;
  commit: string;
  /** Where the remote must have the branch; undefined: it must not have it. */
  expected: string | undefined;
  /** The remote may also not have the branch: then it is made. */
  orAbsent?: boolean;
  signal?: AbortSignal | undefined;
};

const timeoutMs = 5 * 60_000;

/**
 * Puts one commit on one branch of a remote, and answers where the branch is then: further on, when people have built
 * upon the commit already. It only moves the branch forward, and only from where it is expected, so repeating it is
 * harmless. Throws `conflict` when somebody else moved the branch, `unauthenticated` or `forbidden` when the host does
 * not let us, and the remote is then as it was.
 */
export async function pushBranch(push: BranchPush): Promise<string> {
  const { remote, branch, commit, signal } = push;
  const { url, protocol } = requirePush(push);
  const settings = {
    ...(await remote.access()),
    gitDirectory: push.repository,
    protocols: [protocol],
    timeoutMs,
    signal,
  };
  const look = async () => remoteTip(url, { ...(await remote.access()), branch, signal });
  try {
    const tip = await look();
    if (tip === commit) return tip;
    const mayGoOn = tip === (push.expected ?? "") || (tip === "" && push.orAbsent === true);
    if (!mayGoOn) return await requireBuiltUpon(push, settings, tip);
    await requireForward(push);
    // The lease holds the branch to what was seen just now. It would also force, but what is sent moves it forward.
    const lease = `--force-with-lease=refs/heads/${branch}:${tip}`;
    const update = `${commit}:refs/heads/${branch}`;
    await runGit([...pushCommand, lease, "--end-of-options", url, update], settings).catch(
      async (error) => {
        if (!isMoved(error)) throw error;
        // Another worker with the same commit, or our own that was killed while its git went on, may have been first.
        const now = await look();
        if (now !== commit) throw now === tip ? busyError(error) : error;
      },
    );
    return commit;
  } catch (error) {
    throw await explainPush(error, push);
  }
}

const pushCommand = [
  "push",
  "--quiet",
  "--no-verify",
  "--no-signed",
  "--no-follow-tags",
  "--no-recurse-submodules",
];

function requirePush(push: BranchPush): { url: string; protocol: "https" | "http" | "ssh" } {
  const ids = [push.commit, ...(push.expected === undefined ? [] : [push.expected])];
  ids.forEach(requireCommitId);
  requireBranchName(push.branch);
  const address = parseRemoteAddress(push.remote.url);
  if (address === undefined || address.protocol === "file") {
    throw new AppError("invalid_request", "Only to an https or ssh address can be pushed.");
  }
  return { url: address.url, protocol: address.protocol };
}

async function requireForward({ repository, commit, expected }: BranchPush): Promise<void> {
  if (expected === undefined || (await containsCommit(repository, commit, expected))) return;
  throw new AppError("conflict", "The commit does not build upon the branch it is meant for.");
}

/** The branch is elsewhere than expected: fine when it holds the commit all the same. */
async function requireBuiltUpon(
  push: BranchPush,
  settings: GitOptions,
  tip: string,
): Promise<string> {
  const { repository, branch, commit } = push;
  if (tip === "") throw movedError(branch, "deleted");
  if ((await resolveCommit(repository, tip)) === undefined) {
    await fetchBranches(push.remote.url, [`refs/heads/${branch}`], settings);
  }
  const isKnown = (await resolveCommit(repository, tip)) !== undefined;
  if (isKnown && (await containsCommit(repository, tip, commit))) return tip;
  throw movedError(branch, "changed");
}
