import { resolveCommit } from "../../git/read/resolve-commit.ts";
import { asRefusal } from "../run/job-ending.ts";
import type { JobRepository } from "./job-repository.ts";

/** Fetches where a commit is not here: another node, whose mirror has it, may have begun the work. */
export async function requireCommit(
  repository: JobRepository,
  commit: string,
  signal?: AbortSignal,
): Promise<void> {
  if (await resolveCommit(repository.path, commit, signal)) return;
  await repository.prepare?.(signal).catch(asRefusal);
}
