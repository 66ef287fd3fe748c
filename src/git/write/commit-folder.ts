import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { isBlobOf } from "../overlay/overlay-change.ts";
import { listTree } from "../read/list-tree.ts";
import { branchCommit, resolveCommit } from "../read/resolve-commit.ts";
import type { GitIdentity } from "../run/git-environment.ts";
import { fastImport } from "./fast-import.ts";

export type CommitFile = { path: string; content: string | Uint8Array };
export type FolderCommit = { files: CommitFile[]; message: string; author: GitIdentity };

const branch = "main";

/**
 * Makes the files the whole content of `main` in a bare repository, as one commit on top of what is there, and
 * returns the commit. When `main` holds exactly these files already, nothing is written.
 */
export async function commitFolder(repository: string, commit: FolderCommit): Promise<string> {
  const files = contents(commit.files);
  const parent = await resolveCommit(repository, `refs/heads/${branch}`);
  if (parent !== undefined && (await holds(repository, parent, files))) return parent;
  const changes = [...files].map(([path, content]) => ({ path, content, mode: "100644" as const }));
  const whole = { ...commit, parent, changes, isWhole: true };
  await fastImport({ gitDirectory: repository }, `refs/heads/${branch}`, whole);
  return branchCommit(repository, branch);
}

function contents(files: CommitFile[]): Map<string, Buffer> {
  const byPath = new Map<string, Buffer>();
  for (const file of files) {
    const path = cleanPath(file.path);
    if (path === "" || byPath.has(path)) {
      throw new AppError("invalid_request", "Every file needs a path of its own.");
    }
    byPath.set(path, Buffer.from(file.content));
  }
  return byPath;
}

async function holds(
  repository: string,
  commit: string,
  files: Map<string, Buffer>,
): Promise<boolean> {
  const tree = await listTree(repository, commit);
  if (tree.length !== files.size) return false;
  return tree.every(({ path, blobId }) => {
    const content = files.get(path);
    return content !== undefined && isBlobOf(content, blobId);
  });
}
