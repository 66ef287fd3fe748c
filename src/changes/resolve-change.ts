import { fetchRepository } from "../forge/edited-repository.ts";
import { mergeConflicts } from "../git/write/merge.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Project } from "../store/docs/projects.ts";
import { visibleLine } from "../text/safe/visible-text.ts";
import { type ChangeAddress, type ChangesDeps, requireChange } from "./project-forge.ts";
import { requireJob } from "./review-change.ts";

export type ResolveDeps = ChangesDeps & {
  /** Sends a session that is not at work a message with which it brings its base branch into its own. */
  askToMerge(message: { projectId: string; sessionId: string; text: string }): Promise<void>;
  /** Whether a language model works on the project's jobs. */
  hasModel(project: Project): boolean;
};

const fetchTimeoutMs = 60_000;
const mostNamed = 50;

/**
 * Lets the agent bring the base branch into the branch of a change, and settle what does not agree. What it pushes is a
 * merge of both, after which the change merges cleanly.
 */
export async function resolveChange(
  deps: ResolveDeps,
  actor: Actor,
  address: ChangeAddress,
): Promise<{ sessionId: string }> {
  const { change, repository, project } = await requireChange(deps, actor, address, "look");
  const { sessionId, number } = requireJob(change);
  const { head, base } = change;
  await fetchRepository(repository, { branches: [head, base], timeoutMs: fetchTimeoutMs });
  const conflicts = await mergeConflicts(repository.path, base, head);
  if (conflicts.length === 0)
    throw new AppError("conflict", `Change ${number} merges cleanly: there is nothing to resolve.`);
  if (!deps.hasModel(project)) throw withoutModel(base, head);
  const named = conflicts.slice(0, mostNamed).map(({ path }) => `- ${visibleLine(path)}`);
  const text = `Bring "${base}" into this branch and settle what conflicts:\n\n${named.join("\n")}`;
  await deps.askToMerge({ projectId: address.projectId, sessionId, text });
  return { sessionId };
}

function withoutModel(base: string, head: string): AppError {
  return new AppError(
    "conflict",
    `The embedded model cannot settle conflicts. Set a language model for jobs, or merge "${base}" into "${head}" with git and push it.`,
  );
}
