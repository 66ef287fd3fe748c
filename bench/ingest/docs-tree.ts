import { spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export type SourceKind = "folder" | "git";

/** Changes to a docs tree; in a repository each is one commit. */
export type DocsTree = {
  append(paths: string[], text: string): void;
  remove(path: string): void;
};

export function openDocsTree(root: string, kind: SourceKind): DocsTree {
  const commit = () => (kind === "git" ? commitAll(root) : undefined);
  return {
    append(paths, text) {
      for (const path of paths) appendFileSync(join(root, path), text);
      commit();
    },
    remove(path) {
      rmSync(join(root, path));
      commit();
    },
  };
}

export function startRepository(root: string): void {
  git(root, "init", "--quiet", "--initial-branch=main");
  commitAll(root);
}

function commitAll(root: string): void {
  git(root, "add", "--all");
  const author = ["-c", "user.name=Bench", "-c", "user.email=bench@example.com"];
  git(root, ...author, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message=change");
}

export function git(root: string, ...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
}
