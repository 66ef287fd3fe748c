import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Database } from "../store/database.ts";
import { type SourcePlace, updateSourcePlace } from "../store/docs/sources.ts";
import { requireSource } from "./require-source.ts";
import { cleanMount } from "./source-input.ts";

/** Points a source elsewhere, or changes how it is read. What is left out stays; the next sync reads it anew. */
export async function updateSource(
  deps: { db: Database },
  actor: Actor,
  input: { projectId: string; sourceId: string; place: Partial<SourcePlace> },
): Promise<void> {
  requireOperator(actor);
  const { id } = await requireSource(deps.db, input);
  const { mount } = input.place;
  const place = { ...input.place, ...(mount !== undefined && { mount: cleanMount(mount) }) };
  if (Object.keys(place).length > 0) await updateSourcePlace(deps.db, id, place);
}
