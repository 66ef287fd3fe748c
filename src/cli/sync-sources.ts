import { threadedReader } from "../ingest/pages/page-reader.ts";
import { createSyncBoard } from "../ingest/sync-board.ts";
import type { SyncProgress, SyncReport } from "../ingest/sync-source.ts";
import { syncStoredSource } from "../ingest/sync-stored-source.ts";
import { AppError } from "../lib/app-error.ts";
import type { Project } from "../store/docs/projects.ts";
import { listSources, type StoredSource, sourcePageProblems } from "../store/docs/sources.ts";
import type { StoreInvocation } from "./command.ts";

/** Syncs every source of a project, with a progress line, and says what did not go in. One that fails does not keep the others from being read. */
export async function syncProject(
  invocation: StoreInvocation,
  project: Project,
): Promise<SyncReport[]> {
  const sources = await listSources(invocation.db, project.id);
  if (sources.length === 0)
    throw new AppError("conflict", `The project ${project.domain} has no source to sync.`);
  const reports: SyncReport[] = [];
  const failures: unknown[] = [];
  for (const source of sources) {
    const title = sources.length === 1 ? project.domain : `${project.domain} (${source.id})`;
    await syncOneSource(invocation, source, title).then(
      (done) => reports.push(done),
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return reports;
}

export async function syncOneSource(
  invocation: StoreInvocation,
  source: StoredSource,
  title: string,
): Promise<SyncReport> {
  const { log, clock } = invocation.services;
  const progress = progressLine(`Indexing ${title}`);
  const deps = {
    ...sourceDeps(invocation),
    board: createSyncBoard(clock),
    // The command says itself what went wrong.
    log: log.child({}, { level: "silent" }),
  };
  const options = { onProgress: progress.update };
  const report = await syncStoredSource(deps, source.id, options)
    .catch((error) => {
      progress.drop();
      throw error;
    })
    // A server that has just started has no more use for its thread.
    .finally(() => deps.reader.close());
  progress.end();
  await remarkFaults(invocation, source, report);
  return report;
}

/** What it takes to read a source. */
export function sourceDeps({ db, services }: StoreInvocation) {
  const { config, clock, embedder, openData, repositoryAccess } = services;
  const { limits } = config;
  const mirrorFolder = openData().mirrors;
  return {
    ...{ db, clock, limits, mirrorFolder },
    embedder: embedder(),
    reader: threadedReader(),
    access: repositoryAccess(db),
  };
}

const mostFaults = 1_000;

async function remarkFaults(
  { db, remark }: StoreInvocation,
  source: StoredSource,
  report: SyncReport,
): Promise<void> {
  for (const file of report.skipped) remark(`  left out ${file.path}: ${file.reason}`);
  if (report.unread !== "") remark(`  ${report.unread}`);
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

const redrawMs = 100;

type ProgressLine = {
  update(progress: SyncProgress): void;
  end(): void;
  /** Takes the line back: what failed says so itself. */
  drop(): void;
};

/** One line that is redrawn on a terminal; elsewhere only its end is written. */
function progressLine(title: string): ProgressLine {
  const terminal = process.stderr.isTTY === true;
  const started = performance.now();
  let last: SyncProgress = { phase: "listing", done: 0, total: 0 };
  let drawnAt = 0;
  const draw = (end: string) => {
    const text = progressText(title, last, (performance.now() - started) / 1_000);
    process.stderr.write(terminal ? `\r\x1b[2K${text}${end}` : `${text}${end}`);
  };
  return {
    update(progress) {
      last = progress;
      if (!terminal || performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      draw("");
    },
    end: () => draw("\n"),
    drop: () => void (terminal && process.stderr.write("\r\x1b[2K")),
  };
}

export function progressText(title: string, progress: SyncProgress, seconds: number): string {
  const { phase, done, total } = progress;
  if (phase === "listing") return `${title}: listing files`;
  const speed = done / Math.max(0.001, seconds);
  const left = Math.ceil((total - done) / Math.max(0.001, speed));
  return [
    `${title}: ${done}/${total} changed files read`,
    ...(done > 0 ? [`${Math.round(speed)} files/s`] : []),
    ...(done > 0 && done < total ? [`${left} s left`] : []),
  ].join(", ");
}
