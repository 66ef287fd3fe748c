import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { peakMb, processorMs } from "../report/memory.ts";
import { percentile } from "../report/percentile.ts";
import { answerParent } from "../report/run-child.ts";
import { openDocsTree, type SourceKind } from "./docs-tree.ts";
import { pagePath } from "./make-docs.ts";
import { openProject, type SyncedProject } from "./open-project.ts";

export type SyncInput = { root: string; kind: SourceKind; pageCount: number };

export type SyncMeasure = {
  pages: number;
  passages: number;
  /** Until the pages are published. */
  firstSyncSeconds: number;
  firstSyncCpuMs: number;
  /** Until a search over them was answered as well. */
  firstAnswerSeconds: number;
  unchangedSeconds: number;
  changedPages: number;
  changedSeconds: number;
  /** As a watch of the folder, or the commit before, tells what changed. */
  onePageMs: number;
  /** Processor time of all threads. */
  onePageCpuMs: number;
  /** Where nobody tells: every file is listed. */
  onePageListedMs: number;
  removedMs: number;
  peakMb: number;
  indexMb: number;
  storeMb: number;
};

const repeats = 5;
const mebibyte = 1_048_576;
/** A file that changed a moment ago is always read again, because its times cannot tell. */
const settleMs = 2_500;

answerParent(measureSync);

async function measureSync(input: SyncInput): Promise<SyncMeasure> {
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  const project = await openProject(folder, input);
  await setTimeout(settleMs);
  const first = await timeUntil(project, "How is a page configured?");
  const unchanged = await timeUntil(project, undefined);
  const changes = await measureChanges(project, input);
  const sizes = project.sizes();
  const measure = {
    pages: first.pages,
    passages: sizes.passages,
    firstSyncSeconds: first.syncMs / 1000,
    firstSyncCpuMs: first.syncCpuMs,
    firstAnswerSeconds: first.totalMs / 1000,
    unchangedSeconds: unchanged.totalMs / 1000,
    ...changes,
    peakMb: peakMb(),
    indexMb: sizes.bytes / mebibyte,
    storeMb: statSync(project.storeFile).size / mebibyte,
  };
  await project.close();
  rmSync(folder, { recursive: true });
  return measure;
}

async function measureChanges(project: SyncedProject, { root, kind, pageCount }: SyncInput) {
  const tree = openDocsTree(root, kind);
  const changedPages = Math.max(Math.floor(pageCount / 100), 1);
  const some = Array.from({ length: changedPages }, (_, place) => pagePath(place * 100));
  tree.append(some, `\n${newSentence(0)}\n`);
  const changed = await timeUntil(project, newSentence(0));
  if (!changed.isFound) throw new Error("a sentence added to some pages is not found");
  await setTimeout(settleMs);
  const added: number[] = [];
  const processor: number[] = [];
  const listed: number[] = [];
  const removed: number[] = [];
  for (let turn = 1; turn <= repeats; turn += 1) {
    const path = pagePath(Math.floor((turn * pageCount) / (repeats + 1)));
    tree.append([path], `\n${newSentence(turn)}\n`);
    const one = await timeUntil(project, newSentence(turn), [path]);
    if (!one.isFound) throw new Error(`the sentence added to ${path} is not found`);
    added.push(one.totalMs);
    processor.push(one.cpuMs);
    tree.append([path], `\n${newSentence(turn)}\n`);
    project.forget();
    listed.push((await timeUntil(project, newSentence(turn))).totalMs);
    tree.remove(path);
    const gone = await timeUntil(project, newSentence(turn));
    if (gone.isFound) throw new Error(`the sentence of ${path} is still found`);
    removed.push(gone.totalMs);
  }
  return {
    changedPages,
    changedSeconds: changed.totalMs / 1000,
    onePageMs: percentile(added, 0.5),
    onePageCpuMs: percentile(processor, 0.5),
    onePageListedMs: percentile(listed, 0.5),
    removedMs: percentile(removed, 0.5),
  };
}

function newSentence(turn: number): string {
  const animal = ["otter", "lynx", "heron", "badger", "marten", "plover"][turn] ?? "newt";
  return `The ${animal} calibrates every lantern before the ${animal} eclipse begins.`;
}

/** From the start of a sync to the end of the search that looks for the sentence in what it published. */
async function timeUntil(project: SyncedProject, sentence: string | undefined, touched?: string[]) {
  const [started, cpu] = [performance.now(), processorMs()];
  const report = await project.sync(touched);
  const [syncMs, syncCpuMs] = [performance.now() - started, processorMs() - cpu];
  const isFound = sentence !== undefined && (await project.finds(report.revisionId, sentence));
  const [totalMs, cpuMs] = [performance.now() - started, processorMs() - cpu];
  return { pages: report.pages, syncMs, syncCpuMs, totalMs, cpuMs, isFound };
}
