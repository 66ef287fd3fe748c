import { setImmediate } from "node:timers/promises";
import { createOrder } from "../../lib/turns.ts";
import type { Database } from "../../store/database.ts";
import { overlayOf, rootRevision } from "../../store/docs/page-overlays.ts";
import { findProject } from "../../store/docs/projects.ts";
import { askedRevisions } from "../../store/docs/ref-revisions.ts";
import { projectOfRevision } from "../../store/docs/revisions.ts";
import type { IndexSizes } from "../hit.ts";
import { gatherIndex, isScattered, loadIndex } from "./load-index.ts";
import { openIndex, type ProjectIndex } from "./project-index.ts";
import { addProvided, keepProvided, providedBytes } from "./provided-vectors.ts";
import { type SharedIndex, sharedOf } from "./shared-index.ts";
import type { Snapshots } from "./snapshots.ts";

type Deps = {
  db: Database;
  dimensions: number;
  memoryBytes: number;
  /** Id of the configured embedder; undefined when the bundled one is alone. */
  embedder?: string | undefined;
  /** In milliseconds. */
  now?: (() => number) | undefined;
  /** Where indexes are kept from one start to the next. */
  snapshots?: Snapshots | undefined;
};

type Entry = {
  index: ProjectIndex;
  arrangement: number;
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
  /** What another thread needs to search in the revision; undefined where it is not there. */
  share(revisionId: string): SharedIndex | undefined;
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
  const keep = createKeeper(deps, { entries, inTurn, enter });
  let [uses, arrangements] = [0, 0];

  async function bring(projectId: string, revisionId: string): Promise<Entry> {
    const known = entries.get(revisionId);
    uses += 1;
    if (known) {
      known.usedAt = uses;
      return known;
    }
    const { db, dimensions, embedder, memoryBytes } = deps;
    const near = await nearest(db, ofProject(entries, projectId), revisionId);
    // One with pages missing begins anew: there may be room for them now.
    const from = near === undefined ? await storedIndex(deps, projectId) : near.index;
    const index = await loadIndex(db, {
      projectId,
      revisionId,
      dimensions,
      keepHashes: embedder !== undefined,
      from: from?.leftOut === 0 ? from : undefined,
      memoryBytes,
      onGrow(bytes) {
        growing.set(projectId, bytes);
        makeRoom(revisionId);
      },
    }).finally(() => growing.delete(projectId));
    const entry = await enter(index, from);
    await dropPast(deps.db, entries, { projectId, made: revisionId });
    makeRoom(revisionId);
    keep(projectId, revisionId);
    return entry;
  }

  async function enter(index: ProjectIndex, from: ProjectIndex | undefined): Promise<Entry> {
    const { db, embedder } = deps;
    keepProvided(index, from);
    if (embedder !== undefined) await addAllProvided(db, index, embedder);
    arrangements += 1;
    const times = { usedAt: uses, lookedAt: now() };
    const entry = { index, arrangement: arrangements, ...times, nextSlot: 0 };
    entries.set(index.revisionId, entry);
    return entry;
  }

  /** Looks for a part of the missing vectors, and seldom, so that no search waits long for it. */
  async function lookForVectors(entry: Entry): Promise<void> {
    const { db, embedder } = deps;
    if (embedder === undefined || now() - entry.lookedAt < lookEveryMs) return;
    entry.lookedAt = now();
    const part = { embedder, from: entry.nextSlot, most: slotsAtOnce };
    entry.nextSlot = await addProvided(db, entry.index, part);
    makeRoom(entry.index.revisionId);
  }

  function makeRoom(current: string): void {
    const grown = [...growing.values()].reduce((sum, one) => sum + one, 0);
    dropOldest(entries, { current, most: deps.memoryBytes - grown });
  }

  return {
    async use(revisionId, work) {
      const projectId = await projectOf(revisionId);
      const entry = await inTurn(projectId, () => bring(projectId, revisionId));
      await lookForVectors(entry);
      return work(entry.index);
    },
    sizes: () => sizesOf(entries),
    share(revisionId) {
      const entry = entries.get(revisionId);
      return entry && sharedOf(entry.index);
    },
  };
}

/** Those used longest ago go, until the others take no more than they may; the one that is asked stays. */
function dropOldest(
  entries: Map<string, Entry>,
  { current, most }: { current: string; most: number },
): void {
  const oldest = [...entries].sort((left, right) => left[1].usedAt - right[1].usedAt);
  for (const [revisionId] of oldest) {
    if (sizesOf(entries).bytes <= most) return;
    if (revisionId !== current) entries.delete(revisionId);
  }
}

/** As it was when it was stored last. */
async function storedIndex(
  { snapshots }: Deps,
  projectId: string,
): Promise<ProjectIndex | undefined> {
  const snapshot = await snapshots?.read(projectId);
  return snapshot && openIndex({ ...snapshot, projectId, baseUrls: new Map(), leftOut: 0 });
}

type Kept = {
  entries: Map<string, Entry>;
  inTurn: ReturnType<typeof createOrder>;
  enter(index: ProjectIndex, from: ProjectIndex | undefined): Promise<Entry>;
};

/** What nobody waits for: pages that stand beside the rest are arranged with it, and the whole is stored. */
function createKeeper({ db, snapshots }: Deps, { entries, inTurn, enter }: Kept) {
  const inOrder = createOrder();
  let isSwept = false;

  async function gather(revisionId: string): Promise<void> {
    const entry = entries.get(revisionId);
    if (!entry || !isScattered(entry.index)) return;
    await setImmediate();
    const made = await enter(gatherIndex(entry.index), undefined);
    made.usedAt = entry.usedAt;
  }

  async function write(projectId: string, revisionId: string): Promise<void> {
    const index = entries.get(revisionId)?.index;
    if (!index || index.leftOut > 0 || !snapshots) return;
    const project = await findProject(db, projectId);
    if (project?.currentRevisionId === revisionId)
      await snapshots.write({ ...index, overlay: await overlayOf(db, revisionId) });
    if (isSwept) return;
    isSwept = true;
    await snapshots.sweep(async (id) => (await findProject(db, id)) !== undefined);
  }

  return (projectId: string, revisionId: string): void => {
    inTurn(projectId, () => gather(revisionId))
      .then(() => inOrder(projectId, () => write(projectId, revisionId)))
      .catch((error) => snapshots?.onFault(error));
  };
}

/** What branches share with another index counts once. */
function sizesOf(entries: Map<string, Entry>): IndexSizes {
  const counted = new Set<object>();
  const indexes = [...entries.values()].map(({ index, arrangement }) => {
    let bytes = providedBytes(index);
    for (const { buffer } of index.segments) {
      if (!counted.has(buffer)) bytes += buffer.byteLength;
      counted.add(buffer);
    }
    const { projectId, revisionId, leftOut } = index;
    return { projectId, revisionId, passages: index.keyword.size, leftOut, bytes, arrangement };
  });
  return { bytes: indexes.reduce((sum, { bytes }) => sum + bytes, 0), indexes };
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
