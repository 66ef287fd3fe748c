import { AppError } from "../../lib/app-error.ts";
import { askGit } from "../run/ask-git.ts";
import { runGit } from "../run/git.ts";
import type { ScratchRepository } from "../run/scratch-repository.ts";

export type MergedTree =
  | { tree: string }
  /** Which of the three versions each path has: 1 where the branches parted, 2 in the base, 3 in the head. */
  | { conflicts: { path: string; stages: string }[] };

/** Merges two commits without a work tree. Both are full ids. */
export async function mergeTree(
  scratch: ScratchRepository,
  base: string,
  head: string,
): Promise<MergedTree> {
  await requireMergeTree();
  const args = [
    "merge-tree",
    "--write-tree",
    "-z",
    "--no-messages",
    "--end-of-options",
    base,
    head,
  ];
  const { agrees, stdout } = await askGit(args, scratch).catch(explainUnrelated);
  const [tree = "", ...entries] = stdout.toString("utf8").split("\0");
  if (agrees) return { tree };
  const stages = new Map<string, string>();
  for (const entry of entries.filter((text) => text !== "")) {
    const tab = entry.indexOf("\t");
    const path = entry.slice(tab + 1);
    stages.set(path, (stages.get(path) ?? "") + entry.charAt(tab - 1));
  }
  if (stages.size === 0) throw new AppError("unavailable", "git could not merge the branches.");
  return { conflicts: [...stages].map(([path, found]) => ({ path, stages: found })) };
}

function explainUnrelated(error: unknown): never {
  const isUnrelated = error instanceof AppError && error.message.includes("unrelated histories");
  if (!isUnrelated) throw error;
  throw new AppError("conflict", "The two branches have no history in common.", { cause: error });
}

async function requireMergeTree(): Promise<void> {
  const { stdout } = await runGit(["version"]);
  const [, version = "", major, minor] =
    /^git version ((\d+)\.(\d+)\S*)/.exec(stdout.toString("utf8")) ?? [];
  if (Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38)) return;
  throw new AppError(
    "unavailable",
    `Merging here needs git 2.38 or newer, and this machine has ${version || "another one"}. Update git, or merge the branch by hand.`,
  );
}
