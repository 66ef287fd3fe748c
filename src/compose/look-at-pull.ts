import { findProject } from "../store/docs/projects.ts";
import { findSource } from "../store/docs/sources.ts";
import { findChange, listChanges } from "../store/jobs/changes.ts";
import { forgeOf, repositoryOf } from "./create-jobs.ts";
import type { Shared } from "./parts.ts";

/** Asks the forge about the change that is this pull request; one that is none of ours is nothing to look at. */
export function pullLooker(shared: Shared, publicUrl: string) {
  const { db, clock } = shared;
  const [forge, repository] = [forgeOf(shared, publicUrl), repositoryOf(shared)];
  return async ({ sourceId, number }: { sourceId: string; number: number }): Promise<boolean> => {
    const source = await findSource(db, sourceId);
    const project = source && (await findProject(db, source.projectId));
    if (!project) return true;
    const changes = await listChanges(db, project.id);
    const change = changes.find(({ pull }) => pull?.number === number);
    if (change?.state !== "open") return true;
    const startedAt = clock.now().toISOString();
    await forge(project, await repository(project.id)).read(change.number);
    const now = await findChange(db, project.id, change.number);
    // One that was looked at a moment before is told as it was then: it is to be looked at again.
    return now?.state !== "open" || (now.pull?.seenAt ?? "") >= startedAt;
  };
}
