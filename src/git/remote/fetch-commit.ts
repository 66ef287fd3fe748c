import { requireCommitId } from "../read/resolve-commit.ts";
import type { GitOptions } from "../run/git.ts";
import { wordsOfGit } from "../run/git-failure.ts";
import { fetchBranches } from "./follow-branches.ts";
import { inMirrorTurn } from "./mirror.ts";
import type { RemoteAddress } from "./remote-address.ts";

const refusals = /not our ref|unadvertised object|couldn't find remote ref|no such remote ref/i;

/** Brings one commit that no followed branch holds into a mirror. Where the remote does not hand it out nothing is brought. */
export async function fetchCommit(
  { url, protocol }: RemoteAddress,
  { folder, commit }: { folder: string; commit: string },
  settings: GitOptions,
): Promise<void> {
  requireCommitId(commit);
  const options = { ...settings, protocols: [protocol], gitDirectory: folder };
  const work = () => fetchBranches(url, [commit], options);
  await inMirrorTurn(folder, work, settings.signal).catch((error) => {
    if (!refusals.test(wordsOfGit(error))) throw error;
  });
}
