import type { Change } from "../contract/changes.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { type ChangeAddress, type ChangesDeps, projectForge, toChange } from "./project-forge.ts";

/** Turns a draft into a change that is ready for review. */
export async function readyChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
): Promise<Change> {
  permit(actor, "admin", projectId);
  const { forge } = await projectForge(deps, projectId);
  return toChange(await forge.markReady(number));
}
