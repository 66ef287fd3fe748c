import { runGit } from "../run/git.ts";

/** The folder in which a branch is checked out right now: the work tree, or one of its linked ones. */
export async function checkoutOf(repository: string, branch: string): Promise<string | undefined> {
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
