import { setTimeout } from "node:timers/promises";
import type { Clock } from "../../lib/clock.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { EmbeddingError } from "../../models/vectors/providers/embedding-provider.ts";
import { listProjects, type Project } from "../../store/docs/projects.ts";
import { dropUnusedVectors } from "../../store/docs/vectors.ts";
import { type FillDeps, fillVectors } from "./fill-vectors.ts";

export type VectorFiller = {
  /** Looks after all projects from now on. */
  start(): void;
  /** One look at all projects. Never throws. */
  look(): Promise<void>;
  /** Counts a question that was ranked without the embedder. */
  countFailure(): void;
  /** Ends what runs; what was stored stays. */
  close(): Promise<void>;
};

type Deps = Omit<FillDeps, "signal" | "onProgress"> & {
  clock: Clock;
  metrics: Metrics;
};
type Known = { revisionId: string; missing: number; tidyAt: number };

const lookEveryMs = 5_000;
const firstRestMs = 5_000;
const longestRestMs = 5 * 60_000;
// As long as the pages of an old revision stay.
const tidyEveryMs = 60 * 60_000;

/** Gives the passages of new revisions their vectors in the background: no sync and no search waits for it. */
export function createVectorFiller(deps: Deps): VectorFiller {
  const { db, clock, log, provider } = deps;
  const projects = new Map<string, Known>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let failures = 0;
  let restUntil = 0;
  const now = () => clock.now().getTime();
  const { stored, countFailure } = observe(deps.metrics, projects);

  async function look(): Promise<void> {
    if (now() < restUntil) return;
    try {
      await visitAll();
      failures = 0;
    } catch (error) {
      if (stopping.signal.aborted) return;
      const asked = error instanceof EmbeddingError ? (error.retryAfterMs ?? 0) : 0;
      const restMs = Math.max(asked, Math.min(firstRestMs * 2 ** failures, longestRestMs));
      failures += 1;
      restUntil = now() + restMs;
      log.warn({ err: error, restMs }, "passages could not be embedded; it is tried again later");
    }
  }

  /** What goes wrong with one project does not keep the others waiting, unless it would go wrong with them as well. */
  async function visitAll(): Promise<void> {
    const all = await listProjects(db);
    forgetOthers(projects, all);
    const errors: unknown[] = [];
    for (const project of all) {
      stopping.signal.throwIfAborted();
      const error = await visit(project).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (error instanceof EmbeddingError && error.fault === "outage") throw error;
      if (error !== undefined) errors.push(error);
    }
    if (errors.length > 0) throw errors[0];
  }

  async function visit({ id, currentRevisionId: revisionId }: Project): Promise<void> {
    if (revisionId === null) return;
    const known = projects.get(id) ?? { revisionId: "", missing: 0, tidyAt: now() + tidyEveryMs };
    projects.set(id, known);
    const isTidyTime = now() >= known.tidyAt;
    if (known.revisionId === revisionId && !isTidyTime) return;
    const onProgress = (count: number, missing: number) => {
      known.missing = missing;
      stored.add({}, count);
    };
    await fillVectors({ ...deps, signal: stopping.signal, onProgress }, id);
    known.revisionId = revisionId;
    if (!isTidyTime) return;
    await dropUnusedVectors(db, { projectId: id, embedder: provider.id });
    known.tidyAt = now() + tidyEveryMs;
  }

  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      const wait = setTimeout(lookEveryMs, undefined, { signal: stopping.signal, ref: false });
      await wait.catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= repeat();
    },
    look,
    countFailure,
    async close() {
      stopping.abort();
      await running;
    },
  };
}

function observe(metrics: Metrics, projects: Map<string, Known>) {
  metrics.gauge("docent_vectors_missing", "Passages waiting for a vector of the embedder.", () =>
    [...projects.values()].reduce((sum, known) => sum + known.missing, 0),
  );
  const failures = metrics.counter(
    "docent_embedder_failures_total",
    "Questions ranked without the embedder, because it gave no vector in time.",
  );
  return {
    stored: metrics.counter("docent_vectors_stored_total", "Vectors the embedder has given."),
    countFailure: () => failures.add(),
  };
}

function forgetOthers(known: Map<string, Known>, all: Project[]): void {
  const ids = new Set(all.map((project) => project.id));
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
}
