import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Embedder } from "../models/embedder/embedder.ts";
import type { Database } from "../store/database.ts";
import { listSources, type StoredSource } from "../store/projects.ts";
import { openSource } from "./sources/open-source.ts";
import type { Source } from "./sources/source.ts";
import { syncSource } from "./sync-source.ts";

export type SyncProjectDeps = {
  db: Database;
  clock: Clock;
  embedder: Embedder;
  mirrorFolder: string;
  /** Aborted when the server stops: what a sync has stored by then, the next one finds. */
  signal: AbortSignal;
  /** Makes syncs of one project wait for each other. */
  inTurn(projectId: string, work: () => Promise<ProjectSync>): Promise<ProjectSync>;
};

export type ProjectSync = {
  revisionId: string;
  pages: number;
  added: string[];
  changed: string[];
  removed: string[];
};

/** Reads every source of a project again. */
export async function syncProject(
  deps: SyncProjectDeps,
  actor: Actor,
  projectId: string,
): Promise<ProjectSync> {
  permit(actor, "admin", projectId);
  return deps.inTurn(projectId, () => syncSources(deps, projectId));
}

async function syncSources(deps: SyncProjectDeps, projectId: string): Promise<ProjectSync> {
  const sources = await listSources(deps.db, projectId);
  if (sources.length === 0) throw new AppError("conflict", "This project has no source to sync.");
  const total: ProjectSync = { revisionId: "", pages: 0, added: [], changed: [], removed: [] };
  for (const stored of sources) {
    const source = openStoredSource(stored, deps.mirrorFolder);
    const report = await syncSource(deps, stored, source, { signal: deps.signal }).catch(
      (error) => {
        throw deps.signal.aborted ? stopping(error) : error;
      },
    );
    total.revisionId = report.revisionId;
    total.pages += report.pages;
    for (const list of ["added", "changed", "removed"] as const) total[list].push(...report[list]);
  }
  return total;
}

function stopping(cause: unknown): AppError {
  const message = "The server is restarting. Please sync again in a moment.";
  return new AppError("unavailable", message, { cause, retryAfterSeconds: 5 });
}

export function openStoredSource(stored: StoredSource, mirrorFolder: string): Source {
  return openSource(stored.kind, {
    location: stored.location,
    mirrorFolder,
    ...(stored.branch !== "" && { branch: stored.branch }),
    ...(stored.subfolder !== "" && { subfolder: stored.subfolder }),
  });
}
