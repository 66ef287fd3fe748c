import { askGit } from "../run/ask-git.ts";

/** The commit where two branches parted; undefined when they have no history in common. Both are full ids. */
export async function mergeBase(
  repository: string,
  base: string,
  head: string,
): Promise<string | undefined> {
  const args = ["merge-base", "--end-of-options", base, head];
  const { agrees, stdout } = await askGit(args, { gitDirectory: repository });
  return agrees ? stdout.toString("latin1").trim() : undefined;
}
