import type { Change } from "../contract/changes.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { type ChangeAddress, type ChangesDeps, projectForge, toChange } from "./project-forge.ts";

/** Closes a change without merging it. Its branch stays. */
export async function closeChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
): Promise<Change> {
  permit(actor, "admin", projectId);
  const { forge } = await projectForge(deps, projectId);
  return toChange(await forge.close(number));
}
