import { shownAddress } from "../git/remote/remote-address.ts";
import { type Actor, requireOperator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { cleanPath } from "../lib/repository-path.ts";
import type { Database } from "../store/database.ts";
import { withdrawSource } from "../store/docs/revisions.ts";
import {
  insertSource,
  listSources,
  newSource,
  type SourcePlace,
  type StoredSource,
  updateSourcePlace,
} from "../store/docs/sources.ts";

/** One more place that a project's docs come from. Nothing is read yet. */
export async function addSource(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { projectId, place }: { projectId: string; place: SourcePlace },
): Promise<StoredSource> {
  requireOperator(actor);
  const mounted = { ...place, mount: cleanMount(place.mount) };
  const source = newSource(projectId, mounted, deps.clock.now().toISOString());
  await insertSource(deps.db, source);
  return source;
}

type Part = keyof SourcePlace;

/** Points a source elsewhere, or changes how it is read. What is left out stays; the next sync reads it anew. */
export async function updateSource(
  deps: { db: Database },
  actor: Actor,
  input: { projectId: string; sourceId: string; place: Partial<SourcePlace> },
): Promise<void> {
  requireOperator(actor);
  const before = await requireSource(deps.db, input);
  const { mount } = input.place;
  const place = { ...input.place, ...(mount !== undefined && { mount: cleanMount(mount) }) };
  const isOther = Object.entries(place).some(([part, value]) => before[part as Part] !== value);
  // What was read is of another place now: who looks sees that a sync is due.
  if (isOther) await updateSourcePlace(deps.db, before.id, { ...place, syncedAt: null });
}

/** Takes a source and its pages out of a project; its last one stays. */
export async function removeSource(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: { projectId: string; sourceId: string },
): Promise<void> {
  requireOperator(actor);
  await requireSource(deps.db, input);
  if ((await listSources(deps.db, input.projectId)).length === 1) {
    throw new AppError(
      "conflict",
      "This is the project's only source: point it elsewhere with docent sources update, or remove the project.",
    );
  }
  await withdrawSource(deps.db, { ...input, at: deps.clock.now().toISOString() });
}

/** For the command line: the sentence names the sources there are. */
export async function requireSource(
  db: Database,
  { projectId, sourceId }: { projectId: string; sourceId: string },
): Promise<StoredSource> {
  const sources = await listSources(db, projectId);
  const source = sources.find(({ id }) => id === sourceId);
  if (source) return source;
  const names = sources.map(({ id, location }) => `${id} (${shownAddress(location)})`).join(", ");
  throw new AppError("not_found", `The project has no source ${sourceId}. There are: ${names}.`);
}

const longestMount = 200;

/** The folder of the project that a source's pages are put under, in the one way it is stored. */
export function cleanMount(text: string): string {
  const mount = inside(text).normalize("NFC");
  if (mount.length <= longestMount) return mount;
  throw new AppError(
    "invalid_request",
    `The mount folder is longer than ${longestMount} characters.`,
  );
}

function inside(text: string): string {
  try {
    return cleanPath(text);
  } catch (cause) {
    throw new AppError(
      "invalid_request",
      `"${text}" cannot be a mount folder: give a path such as guides/api, without "..".`,
      { cause },
    );
  }
}
