import { createSyncBoard } from "../ingest/sync-board.ts";
import type { SyncReport } from "../ingest/sync-source.ts";
import { syncStoredSource } from "../ingest/sync-stored-source.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import type { Project } from "../store/docs/projects.ts";
import { listSources, type StoredSource, sourcePageProblems } from "../store/docs/sources.ts";
import type { Invocation } from "./command.ts";
import { progressLine } from "./progress.ts";

/** Syncs every source of a project, with a progress line, and says what did not go in. One that fails does not keep the others from being read. */
export async function syncProject(
  invocation: Invocation,
  db: Database,
  project: Project,
): Promise<SyncReport[]> {
  const sources = await listSources(db, project.id);
  if (sources.length === 0)
    throw new AppError("conflict", `The project ${project.domain} has no source to sync.`);
  const reports: SyncReport[] = [];
  const failures: unknown[] = [];
  for (const source of sources) {
    const title = sources.length === 1 ? project.domain : `${project.domain} (${source.id})`;
    const report = syncOneSource(invocation, db, { source, title });
    await report.then(
      (done) => reports.push(done),
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return reports;
}

export async function syncOneSource(
  invocation: Invocation,
  db: Database,
  { source, title }: { source: StoredSource; title: string },
): Promise<SyncReport> {
  const { clock, log, config, embedder, openData } = invocation.services;
  const progress = progressLine(`Indexing ${title}`);
  const deps = {
    db,
    clock,
    embedder: embedder(),
    mirrorFolder: openData().mirrors,
    access: config.git,
    board: createSyncBoard(clock),
    // The command says itself what went wrong.
    log: log.child({}, { level: "silent" }),
  };
  const options = { onProgress: progress.update };
  const report = await syncStoredSource(deps, source.id, options).catch((error) => {
    progress.drop();
    throw error;
  });
  progress.end();
  await remarkFaults(invocation, db, { source, report });
  return report;
}

const mostFaults = 1_000;

async function remarkFaults(
  { remark }: Invocation,
  db: Database,
  { source, report }: { source: StoredSource; report: SyncReport },
): Promise<void> {
  for (const file of report.skipped) remark(`  left out ${file.path}: ${file.reason}`);
  const { revisionId } = report;
  const wanted = { revisionId, sourceId: source.id, limit: mostFaults };
  const faults = [...report.problems, ...(await sourcePageProblems(db, wanted))];
  for (const { path, line, message } of faults) remark(`  ${path}:${line}: ${message}`);
  if (report.pages === 0) remark(`  no pages were found in ${source.location}`);
}

export function reportText(report: SyncReport): string {
  const { pages, added, changed, removed } = report;
  const count = `${pages} page${pages === 1 ? "" : "s"}`;
  if (added.length + changed.length + removed.length === 0) return `${count}, nothing changed`;
  return `${count}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`;
}
