import { createHash } from "node:crypto";
import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../overlay/clean-path.ts";
import { listTree } from "../read/list-tree.ts";
import { branchCommit, resolveCommit } from "../read/resolve-commit.ts";
import { data, personLine, quoted } from "../run/fast-import.ts";
import { runGit } from "../run/git.ts";
import type { GitIdentity } from "../run/git-environment.ts";

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
  const input = importStream(files, { ...commit, parent });
  await runGit(["fast-import", "--quiet", "--done"], {
    gitDirectory: repository,
    input,
  });
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
    return content !== undefined && blobHash(content, blobId.length) === blobId;
  });
}

function blobHash(content: Buffer, idLength: number): string {
  const hash = createHash(idLength === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

type Header = { message: string; author: GitIdentity; parent: string | undefined };

// fast-import writes one pack and moves the branch last, so a kill leaves the branch where it was. It refuses to
// move a branch that gained commits meanwhile.
function importStream(files: Map<string, Buffer>, { message, author, parent }: Header): Buffer {
  const person = personLine(author);
  const parts = [
    Buffer.from(`commit refs/heads/${branch}\nauthor ${person}\ncommitter ${person}\n`),
    data(Buffer.from(message)),
    Buffer.from(`${parent === undefined ? "" : `from ${parent}\n`}deleteall\n`),
  ];
  for (const [path, content] of files) {
    parts.push(Buffer.from(`M 100644 inline ${quoted(path)}\n`), data(content));
  }
  parts.push(Buffer.from("done\n"));
  return Buffer.concat(parts);
}
