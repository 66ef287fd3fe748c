import { type PageReader, threadedReader } from "../ingest/pages/page-reader.ts";
import { createSyncBoard } from "../ingest/sync-board.ts";
import type { SyncReport } from "../ingest/sync-report.ts";
import type { SyncProgress } from "../ingest/sync-source.ts";
import { syncStoredSource } from "../ingest/sync-stored-source.ts";
import { unchangedSource } from "../ingest/unchanged-source.ts";
import { AppError } from "../lib/app-error.ts";
import type { Project } from "../store/docs/projects.ts";
import { listSources, type StoredSource, sourcePageProblems } from "../store/docs/sources.ts";
import type { SourceProblem } from "../store/tables.ts";
import type { Shown, StoreInvocation } from "./command.ts";

type Syncing = {
  /** A source whose commit is served already is left as it is. */
  onlyChanged?: boolean;
  /** Reads the pages of many syncs; each has one of its own unless given. */
  reader?: PageReader;
};

/** Syncs every source of a project, with a progress line, and says what did not go in. One that fails does not keep the others from being read. */
export async function syncProject(
  invocation: StoreInvocation,
  project: Project,
  { onlyChanged = false, reader }: Syncing = {},
): Promise<SyncReport[]> {
  const sources = await listSources(invocation.db, project.id);
  if (sources.length === 0)
    throw new AppError("conflict", `The project ${project.domain} has no source to sync.`);
  const reports: SyncReport[] = [];
  const failures: unknown[] = [];
  for (const source of sources) {
    const title = sources.length === 1 ? project.domain : `${project.domain} (${source.id})`;
    const work = onlyChanged ? syncChangedSource : syncOneSource;
    await work(invocation, source, { title, ...(reader && { reader }) }).then(
      (done) => reports.push(done),
      (error) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return reports;
}

async function syncChangedSource(
  invocation: StoreInvocation,
  source: StoredSource,
  syncing: OneSync,
): Promise<SyncReport> {
  const report = await unchangedSource(placeDeps(invocation), source);
  if (report === undefined) return syncOneSource(invocation, source, syncing);
  await remarkFaults(invocation, source, report);
  return report;
}

type OneSync = { title: string; reader?: PageReader };

export async function syncOneSource(
  invocation: StoreInvocation,
  source: StoredSource,
  { title, reader }: OneSync,
): Promise<SyncReport> {
  const progress = progressLine(invocation, `Indexing ${title}`);
  const { services } = invocation;
  const own = threadedReader();
  const deps = {
    ...{ ...placeDeps(invocation), embedder: services.embedder(), reader: reader ?? own },
    board: createSyncBoard(services.clock),
  };
  const options = { onProgress: progress.update };
  const report = await syncStoredSource(deps, source.id, options)
    .catch((error) => {
      progress.drop();
      throw error;
    })
    // A server that has just started has no more use for its thread.
    .finally(() => own.close());
  progress.end();
  await remarkFaults(invocation, source, report);
  return report;
}

/** What it takes to look at the place of a source. */
function placeDeps({ db, services }: StoreInvocation) {
  const { config, clock, log, openData, repositoryAccess } = services;
  const { limits } = config;
  return {
    ...{ db, clock, limits, mirrorFolder: openData().mirrors },
    access: repositoryAccess(db),
    // The command says itself what went wrong.
    log: log.child({}, { level: "silent" }),
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
  for (const fault of faults) remark(`  ${faultText(fault)}`);
  if (report.pages === 0) remark(`  no pages were found in ${source.location}`);
}

/** Some faults are of a whole file, and some of all files. */
function faultText({ path, line, message }: SourceProblem): string {
  if (path === "") return message;
  return line === 0 ? `${path}: ${message}` : `${path}:${line}: ${message}`;
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

/** One line that is drawn anew; where that cannot be, only its end is written. */
function progressLine({ display, redraw, remark }: Shown, title: string): ProgressLine {
  const started = performance.now();
  let last: SyncProgress = { phase: "listing", done: 0, total: 0 };
  let drawnAt = 0;
  const text = () => progressText(title, last, (performance.now() - started) / 1_000);
  return {
    update(progress) {
      last = progress;
      if (!display.isLive || performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      redraw(text());
    },
    end() {
      redraw("");
      remark(text());
    },
    drop: () => redraw(""),
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
