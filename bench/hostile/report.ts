import { markdownTable } from "../report/markdown-table.ts";
import { attackList } from "./attack-list.ts";
import type { Measure, Waits } from "./measure.ts";
import type { StoreKind } from "./store-server.ts";

export type StoreRun = { store: StoreKind; idle: Measure; attacks: Measure[] };
/** Everything one command measured, as it is kept for a comparison. */
export type HostileRun = {
  commit: string;
  machine: string;
  date: string;
  docs: string;
  seconds: number;
  loads: { before: number; after: number };
  runs: StoreRun[];
};

const leastLimitMs = 250;
const idleFactor = 5;

/** The reader waits no longer than the greater of five times the idle time and a quarter of a second, and is never refused. */
export function holds(measure: Measure, idle: Measure): boolean {
  const within = (waits: Waits, atRest: Waits) => waits.p95 <= limitOf(atRest);
  return (
    measure.recoveredSeconds !== undefined &&
    Object.keys(measure.faults).length === 0 &&
    within(measure.search, idle.search) &&
    within(measure.firstText, idle.firstText) &&
    within(measure.question, idle.question)
  );
}

function limitOf(atRest: Waits): number {
  return Math.max(leastLimitMs, idleFactor * atRest.p95);
}

export function writeReport(run: HostileRun, before: HostileRun | undefined): string {
  return [
    "# Hostile callers and pages",
    "",
    ...settingLines(run, before),
    ...run.runs.flatMap((part) => storeLines(part, before)),
    "",
  ].join("\n");
}

function settingLines(run: HostileRun, before: HostileRun | undefined): string[] {
  const lines = [
    `- Commit: ${run.commit}${before === undefined ? "" : `; before: ${before.commit}`}`,
    `- Machine: ${run.machine}; attacker on one of the cores`,
    `- Load average at the begin and the end: ${run.loads.before.toFixed(1)}, ${run.loads.after.toFixed(1)}`,
    `- Docs: ${run.docs}; every attack runs ${run.seconds} s${
      before === undefined || before.seconds === run.seconds ? "" : ` (before: ${before.seconds} s)`
    } from 127.0.0.3, the reader comes from 127.0.0.2`,
  ];
  return lines;
}

function storeLines({ store, idle, attacks }: StoreRun, before: HostileRun | undefined): string[] {
  const old = before?.runs.find((part) => part.store === store);
  const passed = attacks.filter((measure) => holds(measure, idle)).length;
  const head = [
    "attack",
    "CPU s",
    "longest wait for `/healthz`, ms",
    "peak MB",
    "descriptors",
    "search p95, ms",
    "first text p95, ms",
    "answer p95, ms",
    "not answered",
    "verdict",
  ];
  const row = (measure: Measure, than: Measure | undefined, verdict: string) => {
    const cell = (value: (of: Measure) => string) =>
      than === undefined ? value(measure) : `${value(than)} → ${value(measure)}`;
    return [
      whatIs(measure.name),
      cell((of) => of.cpuSeconds.toFixed(1)),
      cell((of) => round(of.blockedMs)),
      cell((of) => round(of.peakMb)),
      cell((of) => String(of.descriptors)),
      cell((of) => round(of.search.p95)),
      cell((of) => round(of.firstText.p95)),
      cell((of) => round(of.question.p95)),
      cell((of) => String(faultsIn(of))),
      verdict,
    ];
  };
  const verdictOf = (measure: Measure) => {
    const than = old?.attacks.find(({ name }) => name === measure.name);
    const now = verdict(measure, idle);
    return old === undefined || than === undefined ? now : `${verdict(than, old.idle)} → ${now}`;
  };
  return [
    "",
    `## ${store === "sqlite" ? "SQLite" : "PostgreSQL"}: ${passed} of ${attacks.length} attacks hold`,
    "",
    `Limits: search ${round(limitOf(idle.search))} ms, first text ${round(limitOf(idle.firstText))} ms, answer ${round(limitOf(idle.question))} ms.`,
    "",
    markdownTable([
      head,
      row(idle, old?.idle, ""),
      ...attacks.map((measure) =>
        row(
          measure,
          old?.attacks.find(({ name }) => name === measure.name),
          verdictOf(measure),
        ),
      ),
    ]),
  ];
}

function whatIs(name: string): string {
  const attack = attackList.find((candidate) => candidate.name === name);
  return attack === undefined ? name : `${attack.name}: ${attack.what}`;
}

function verdict(measure: Measure, idle: Measure): string {
  if (measure.recoveredSeconds === undefined) return "server lost";
  return holds(measure, idle) ? "holds" : "hurts";
}

function faultsIn(measure: Measure): number {
  return Object.values(measure.faults).reduce((sum, count) => sum + count, 0);
}

function round(value: number): string {
  return value.toFixed(0);
}
