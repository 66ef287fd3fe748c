import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import { resolveCommit } from "../read/resolve-commit.ts";
import { runGit } from "../run/git.ts";
import type { GitIdentity } from "../run/git-environment.ts";
import { wordsOfGit } from "../run/git-failure.ts";
import { plainLayout } from "../run/plain-layout.ts";

export type BranchMove = {
  branch: string;
  /** Where the branch must be now; undefined: it must not exist. */
  from: string | undefined;
  to: string;
  author: GitIdentity;
};

/** Moves a branch, unless somebody else moved it first: then nothing happens, and the answer is false. */
export async function moveBranch(repository: string, move: BranchMove): Promise<boolean> {
  const { branch, from = "0".repeat(move.to.length), to, author } = move;
  // Without --no-deref a branch that is a symbolic ref would move the one it stands for.
  const options = ["--no-deref", "-m", "docent", "--end-of-options"];
  const args = ["update-ref", ...options, `refs/heads/${branch}`, to, from];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runGit(args, { gitDirectory: repository, author });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const current = await resolveCommit(repository, `refs/heads/${branch}`);
      if (current !== move.from) return false;
      if (attempt === maxAttempts || !isLocked(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

const maxAttempts = 20;
const pauseMs = 200;

/** Another git holds the branch at this moment; git itself waits for a tenth of a second only. */
function isLocked(error: AppError): boolean {
  return /\.lock': File exists/.test(wordsOfGit(error));
}

/** The folder in which a branch is checked out right now: the work tree, or one of its linked ones. */
export async function checkoutOf(repository: string, branch: string): Promise<string | undefined> {
  if ((await plainLayout(repository))?.isBare) return undefined;
  const { stdout } = await runGit(["worktree", "list", "--porcelain"], {
    gitDirectory: repository,
  });
  const blocks = stdout.toString("utf8").split("\n\n");
  const block = blocks
    .map((text) => text.split("\n"))
    .find((lines) => lines.includes(`branch refs/heads/${branch}`) && !lines.some(isPrunable));
  return block?.[0]?.slice("worktree ".length);
}

function isPrunable(line: string): boolean {
  return line === "prunable" || line.startsWith("prunable ");
}
