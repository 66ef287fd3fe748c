import { openStoredSource } from "../ingest/sync-project.ts";
import { type SyncReport, syncSource } from "../ingest/sync-source.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { listSources, type Project, type StoredSource } from "../store/projects.ts";
import { pageProblems } from "../store/revisions.ts";
import type { Invocation } from "./command.ts";
import { progressLine } from "./progress.ts";

/** Syncs every source of a project, with a progress line, and says what did not go in. */
export async function syncProject(
  invocation: Invocation,
  db: Database,
  project: Project,
): Promise<SyncReport[]> {
  const sources = await listSources(db, project.id);
  if (sources.length === 0)
    throw new AppError("conflict", `The project ${project.domain} has no source to sync.`);
  const reports: SyncReport[] = [];
  for (const source of sources) reports.push(await syncOne(invocation, db, project, source));
  return reports;
}

async function syncOne(
  invocation: Invocation,
  db: Database,
  project: Project,
  stored: StoredSource,
): Promise<SyncReport> {
  const { clock, embedder, openData } = invocation.services;
  const source = openStoredSource(stored, openData().mirrors);
  const progress = progressLine(`Indexing ${project.domain}`);
  const deps = { db, clock, embedder: embedder() };
  const options = { onProgress: progress.update };
  const report = await syncSource(deps, stored, source, options).catch((error) => {
    progress.drop();
    throw error;
  });
  progress.end();
  for (const file of report.skipped) invocation.remark(`  left out ${file.path}: ${file.reason}`);
  for (const page of await pageProblems(db, report.revisionId)) {
    for (const problem of page.problems)
      invocation.remark(`  ${page.path}:${problem.line}: ${problem.message}`);
  }
  if (report.pages === 0)
    invocation.remark(`  no Markdown or MDX pages were found in ${stored.location}`);
  return report;
}

export function reportText(report: SyncReport): string {
  const { pages, added, changed, removed } = report;
  const count = `${pages} page${pages === 1 ? "" : "s"}`;
  if (added.length + changed.length + removed.length === 0) return `${count}, nothing changed`;
  return `${count}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`;
}
