import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { countPageProblems } from "../store/docs/revisions.ts";
import { listSources } from "../store/docs/sources.ts";
import type { SyncReport } from "./sync-report.ts";
import { type SyncStoredDeps, syncStoredSource } from "./sync-stored-source.ts";

export type SyncProjectDeps = SyncStoredDeps & {
  /** Aborted when the server stops: what a sync has stored by then, the next one finds. */
  signal: AbortSignal;
  /** Makes syncs of one source wait for each other. */
  inTurn(sourceId: string, work: () => Promise<SyncReport>): Promise<SyncReport>;
};

export type ProjectSync = {
  revisionId: string;
  pages: number;
  added: string[];
  changed: string[];
  removed: string[];
  /** How many files were left out, and how many faults the pages and the site's files have. */
  skipped: number;
  problems: number;
  /** How many documents of each source are in formats that are not read. */
  unread: string[];
};

/** Reads every source of a project again. One that fails does not keep the others from being read. */
export async function syncProject(
  deps: SyncProjectDeps,
  actor: Actor,
  projectId: string,
): Promise<ProjectSync> {
  permit(actor, "admin", projectId);
  const sources = await listSources(deps.db, projectId);
  if (sources.length === 0) throw new AppError("conflict", "This project has no source to sync.");
  const reports: SyncReport[] = [];
  const failures: unknown[] = [];
  for (const { id } of sources) {
    try {
      const work = () => syncStoredSource(deps, id, { signal: deps.signal });
      reports.push(await deps.inTurn(id, work));
    } catch (error) {
      if (deps.signal.aborted) throw stopping(error);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return total(deps, reports);
}

async function total({ db }: SyncProjectDeps, reports: SyncReport[]): Promise<ProjectSync> {
  const revisionId = reports.at(-1)?.revisionId ?? "";
  const inPages = await countPageProblems(db, revisionId);
  return {
    revisionId,
    pages: reports.reduce((sum, report) => sum + report.pages, 0),
    added: reports.flatMap((report) => report.added),
    changed: reports.flatMap((report) => report.changed),
    removed: reports.flatMap((report) => report.removed),
    skipped: reports.reduce((sum, report) => sum + report.skipped.length, 0),
    problems: reports.reduce((sum, report) => sum + report.problems.length, inPages),
    unread: reports.flatMap(({ unread }) => (unread === "" ? [] : [unread])),
  };
}

function stopping(cause: unknown): AppError {
  const message = "The server is restarting. Please sync again in a moment.";
  return new AppError("unavailable", message, { cause, retryAfterSeconds: 5 });
}
