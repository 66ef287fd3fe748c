import { setImmediate } from "node:timers/promises";
import { createOrder } from "../../lib/turns.ts";
import type { Database } from "../../store/database.ts";
import { rootRevision } from "../../store/docs/page-overlays.ts";
import { askedRevisions } from "../../store/docs/ref-revisions.ts";
import { projectOfRevision } from "../../store/docs/revisions.ts";
import type { IndexSizes } from "../hit.ts";
import { loadIndex } from "./load-index.ts";
import { indexBytes, type ProjectIndex } from "./project-index.ts";
import { addProvided } from "./provided-vectors.ts";

type Deps = {
  db: Database;
  dimensions: number;
  memoryBytes: number;
  /** Id of the configured embedder; undefined when the bundled one is alone. */
  embedder?: string | undefined;
  /** In milliseconds. */
  now?: (() => number) | undefined;
};

type Entry = {
  index: ProjectIndex;
  bytes: number;
  usedAt: number;
  /** When new vectors were last looked for, and the slot that the next look begins with. */
  lookedAt: number;
  nextSlot: number;
};

/** One of them is the current one, as long as readers ask. */
const mostOfProject = 4;
const keptProjectNames = 1_000;
const lookEveryMs = 2_000;
const slotsAtOnce = 2_000;

export type IndexCache = {
  /** Hands the revision's index to `work`, loading it or bringing the project's index up to date first. */
  use<Result>(revisionId: string, work: (index: ProjectIndex) => Promise<Result>): Promise<Result>;
  sizes(): IndexSizes;
};

/**
 * A project's current index, and those of a few branches beside it. Each is made out of the parts of another one of its
 * project; an index itself never changes, but for the vectors of a configured embedder, which are added as they come.
 */
export function createIndexCache(deps: Deps): IndexCache {
  const entries = new Map<string, Entry>();
  const inTurn = createOrder();
  const projectOf = projectNames(deps.db);
  /** What the indexes take that are being made. */
  const growing = new Map<string, number>();
  const now = deps.now ?? Date.now;
  let uses = 0;

  async function bring(projectId: string, revisionId: string): Promise<Entry> {
    const known = entries.get(revisionId);
    uses += 1;
    if (known) {
      known.usedAt = uses;
      return known;
    }
    const { db, dimensions, embedder, memoryBytes } = deps;
    const near = await nearest(db, ofProject(entries, projectId), revisionId);
    const index = await loadIndex(db, {
      projectId,
      revisionId,
      dimensions,
      keepHashes: embedder !== undefined,
      // One with pages missing begins anew: there may be room for them now.
      from: near?.index.leftOut === 0 ? near.index : undefined,
      memoryBytes,
      onGrow(bytes) {
        growing.set(projectId, bytes);
        makeRoom(revisionId);
      },
    }).finally(() => growing.delete(projectId));
    if (embedder !== undefined) await addAllProvided(db, index, embedder);
    const entry = { index, bytes: indexBytes(index), usedAt: uses, lookedAt: now(), nextSlot: 0 };
    entries.set(revisionId, entry);
    await dropPast(deps.db, entries, { projectId, made: revisionId });
    makeRoom(revisionId);
    return entry;
  }

  /** Looks for a part of the missing vectors, and seldom, so that no search waits long for it. */
  async function lookForVectors(entry: Entry): Promise<void> {
    const { db, embedder } = deps;
    if (embedder === undefined || now() - entry.lookedAt < lookEveryMs) return;
    entry.lookedAt = now();
    const part = { embedder, from: entry.nextSlot, most: slotsAtOnce };
    entry.nextSlot = await addProvided(db, entry.index, part);
    entry.bytes = indexBytes(entry.index);
    makeRoom(entry.index.revisionId);
  }

  function makeRoom(current: string): void {
    const oldest = [...entries].sort((left, right) => left[1].usedAt - right[1].usedAt);
    let bytes = totalBytes(entries) + [...growing.values()].reduce((sum, one) => sum + one, 0);
    for (const [revisionId, entry] of oldest) {
      if (bytes <= deps.memoryBytes) return;
      if (revisionId === current) continue;
      entries.delete(revisionId);
      bytes -= entry.bytes;
    }
  }

  return {
    async use(revisionId, work) {
      const projectId = await projectOf(revisionId);
      const entry = await inTurn(projectId, () => bring(projectId, revisionId));
      await lookForVectors(entry);
      return work(entry.index);
    },
    sizes: () => ({
      bytes: totalBytes(entries),
      indexes: [...entries.values()].map(({ index, bytes }) => ({
        projectId: index.projectId,
        revisionId: index.revisionId,
        passages: index.keyword.size,
        leftOut: index.leftOut,
        bytes,
      })),
    }),
  };
}

function totalBytes(entries: Map<string, Entry>): number {
  return [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
}

/** Those of a project, the one used last behind the others. */
function ofProject(entries: Map<string, Entry>, projectId: string): Entry[] {
  const own = [...entries.values()].filter(({ index }) => index.projectId === projectId);
  return own.sort((left, right) => left.usedAt - right.usedAt);
}

/** One whose revision has most pages in common with another by all that is known, else the one used last. */
async function nearest(db: Database, own: Entry[], revisionId: string): Promise<Entry | undefined> {
  const root = await rootRevision(db, revisionId);
  for (const entry of own.toReversed())
    if ((await rootRevision(db, entry.index.revisionId))?.id === root?.id) return entry;
  return own.at(-1);
}

/** Drops those that nobody will ask for: of revisions that are past, and of more branches than are kept. */
async function dropPast(
  db: Database,
  entries: Map<string, Entry>,
  { projectId, made }: { projectId: string; made: string },
): Promise<void> {
  const asked = await askedRevisions(db, projectId);
  const own = ofProject(entries, projectId).filter(({ index }) => index.revisionId !== made);
  const kept = own.filter(({ index }) => asked.has(index.revisionId)).slice(1 - mostOfProject);
  for (const entry of own) if (!kept.includes(entry)) entries.delete(entry.index.revisionId);
}

function projectNames(db: Database) {
  const projects = new Map<string, string>();
  return async (revisionId: string): Promise<string> => {
    const known = projects.get(revisionId) ?? (await projectOfRevision(db, revisionId));
    if (known === undefined) throw new Error(`revision ${revisionId} is not in the store`);
    if (projects.size >= keptProjectNames) projects.clear();
    projects.set(revisionId, known);
    return known;
  };
}

async function addAllProvided(db: Database, index: ProjectIndex, embedder: string): Promise<void> {
  let from = 0;
  for (;;) {
    const next = await addProvided(db, index, { embedder, from, most: slotsAtOnce });
    if (next <= from) return;
    from = next;
    await setImmediate();
  }
}
