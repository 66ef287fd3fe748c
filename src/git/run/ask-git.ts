import { AppError } from "../../lib/app-error.ts";
import { type GitOptions, startGit } from "./git.ts";

const maxOutputBytes = 8 * 1024 * 1024;

/** Runs a command that answers with its exit status, and may write something either way. */
export async function askGit(
  args: string[],
  options: GitOptions,
): Promise<{ agrees: boolean; stdout: Buffer }> {
  const git = startGit(args, { timeoutMs: 120_000, ...options });
  const chunks: Buffer[] = [];
  let size = 0;
  git.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxOutputBytes) chunks.push(chunk);
    else git.stop(new AppError("too_large", `git ${args[0]} wrote more than expected.`));
  });
  git.stdin.end();
  const agrees = await git.done.then(() => true, refuseUnlessNo);
  return { agrees, stdout: Buffer.concat(chunks) };
}

function refuseUnlessNo(error: unknown): false {
  if (saysNo(error)) return false;
  throw error;
}

/**
 * Whether git said "no" with its exit status alone, as grep does when nothing matches and merge-tree when something
 * conflicts. A failure of git comes with words.
 */
export function saysNo(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof Error && error.cause.message === "";
}
