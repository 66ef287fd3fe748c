import { access, constants, realpath, stat } from "node:fs/promises";
import { isGitDirectory } from "../../git/read/is-git-directory.ts";
import { localPath, parseRemoteAddress } from "../../git/remote/remote-address.ts";
import { AppError } from "../../lib/app-error.ts";
import { folderSource } from "./folder.ts";
import { type GitSourceOptions, gitSource } from "./git-repo.ts";
import type { CheckedSource } from "./source.ts";

/** The source for a location that `describeLocation` has seen. */
export function openSource(kind: Location["kind"], options: GitSourceOptions): CheckedSource {
  if (kind === "git") return gitSource(options);
  const { location: root, subfolder, limits } = options;
  return folderSource({
    root,
    ...(subfolder !== undefined && { subfolder }),
    ...(limits !== undefined && { limits }),
  });
}

/** A path is absolute and free of links; an address stays as it was given. */
export type Location = { kind: "folder" | "git"; location: string };

/** Tells what a person's "path or git address" is. */
export async function describeLocation(text: string): Promise<Location> {
  const remote = parseRemoteAddress(text);
  if (remote !== undefined && remote.protocol !== "file")
    return { kind: "git", location: remote.url };
  const path = await existingFolder(remote === undefined ? text : localPath(remote.url));
  const isGit = remote !== undefined || (await isGitDirectory(path));
  return { kind: isGit ? "git" : "folder", location: path };
}

async function existingFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) {
      await access(real, constants.R_OK | constants.X_OK);
      return real;
    }
  } catch (cause) {
    const isClosed = cause instanceof Error && "code" in cause && cause.code === "EACCES";
    throw new AppError("invalid_request", isClosed ? closedText(path) : missingText(path), {
      cause,
    });
  }
  throw new AppError("invalid_request", `"${path}" is a file: give the folder that holds it.`);
}

function missingText(path: string): string {
  return `There is no folder "${path}": give a folder, a git repository, or an https or ssh git address.`;
}

function closedText(path: string): string {
  return `The folder "${path}" may not be read by this account: give it the right to, or name another folder.`;
}
