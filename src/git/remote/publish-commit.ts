import { AppError } from "../../lib/app-error.ts";
import { containsCommit, resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import { retryLocked } from "../run/retry.ts";
import { moveBranch } from "../write/move-branch.ts";
import { inMirrorTurn } from "./mirror.ts";
import { type BranchPush, pushBranch } from "./push-branch.ts";

export type Publication = Omit<BranchPush, "orAbsent"> & {
  /** Branch that a new branch starts from; "" when the branch must be there. */
  base: string;
};

/**
 * Pushes a commit of a mirror to the remote, and records in the mirror that the remote has it. A branch that started at
 * `base` may be new; one that was built upon must still be there. Until it is pushed the commit has a ref of its own,
 * since a fetch takes the branch away that the remote does not have yet.
 */
export async function publishCommit(publication: Publication): Promise<void> {
  const { repository, branch, commit, signal } = publication;
  if ((await resolveCommit(repository, commit)) !== commit) throw lostError();
  const keep = `refs/docent/unpushed/${commit}`;
  await changeRef(repository, ["update-ref", "--no-deref", "--end-of-options", keep, commit]);
  const orAbsent = await startsAtBase(publication);
  const publish = async () => {
    const tip = await pushBranch({ ...publication, orAbsent });
    await recordTip(repository, branch, tip);
  };
  await inMirrorTurn(repository, publish, signal);
  await changeRef(repository, ["update-ref", "--no-deref", "-d", "--end-of-options", keep]);
}

async function startsAtBase({ repository, base, expected }: Publication): Promise<boolean> {
  if (base === "" || expected === undefined) return false;
  const tip = await resolveCommit(repository, `refs/heads/${base}`);
  return tip !== undefined && containsCommit(repository, tip, expected);
}

const author = { name: "Docent", email: "docent@localhost" };

/** Where it does not succeed, because a branch that the remote no longer has is in the way, the next fetch does it. */
async function recordTip(repository: string, branch: string, tip: string): Promise<void> {
  const from = await resolveCommit(repository, `refs/heads/${branch}`);
  if (from === tip) return;
  await moveBranch(repository, { branch, from, to: tip, author }).catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function changeRef(repository: string, args: string[]): Promise<void> {
  await retryLocked(repository, () => runGit(args, { gitDirectory: repository }));
}

function lostError(): AppError {
  return new AppError(
    "unavailable",
    "The copy of the repository on this machine was made anew while the job ran, and its commit is gone. Run the job again.",
  );
}
