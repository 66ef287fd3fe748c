import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import type { Attack } from "./attack.ts";
import { attackList } from "./attack-list.ts";
import { type Measure, measure } from "./measure.ts";
import { prepareServer } from "./prepared-server.ts";
import { type HostileRun, holds, type StoreRun, writeReport } from "./report.ts";
import { type StoreKind, startStore } from "./store-server.ts";

const usage = `npm run bench:hostile -- [--seconds 30] [--store sqlite,postgres] [--docs DIR] [--only NAME,NAME]
  [--root CHECKOUT] [--save FILE] [--before FILE] [--no-write]
attacks: ${attackList.map(({ name }) => name).join(", ")}`;
const checkout = join(import.meta.dirname, "../..");

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    store: { type: "string", default: "sqlite,postgres" },
    docs: { type: "string" },
    only: { type: "string" },
    root: { type: "string", default: checkout },
    save: { type: "string" },
    before: { type: "string" },
    "no-write": { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const stores = values.store.split(",").filter(isStoreKind);
const wanted = values.only?.split(",") ?? attackList.map(({ name }) => name);
const attacks = attackList.filter(({ name }) => wanted.includes(name));
if (!(seconds > 0) || stores.length === 0 || attacks.length !== wanted.length) {
  console.error(usage);
  process.exit(2);
}
const root = resolve(values.root);
const docs = resolve(values.docs ?? join(root, "docs"));
const loadBefore = loadavg()[0] ?? 0;
const runs: StoreRun[] = [];
for (const store of stores) await measureStore(store);
const run = runSoFar();
const before: HostileRun | undefined =
  values.before === undefined ? undefined : JSON.parse(readFileSync(values.before, "utf8"));
const report = writeReport(run, before);
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-hostile`, report);

function isStoreKind(text: string): text is StoreKind {
  return text === "sqlite" || text === "postgres";
}

function runSoFar(): HostileRun {
  return {
    ...describeRun(root),
    docs: values.docs === undefined ? "Docent's own" : basename(docs),
    seconds,
    loads: { before: loadBefore, after: loadavg()[0] ?? 0 },
    runs,
  };
}

async function measureStore(kind: StoreKind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  const store = await startStore(kind);
  try {
    const prepared = await prepareServer({ root, docs, folder, store });
    const turn = (attack: Attack | undefined) => measure(prepared, { attack, seconds });
    const idle = await turn(undefined);
    tell(kind, idle, idle);
    const measures: Measure[] = [];
    runs.push({ store: kind, idle, attacks: measures });
    for (const attack of attacks) {
      const seen = await turn(attack);
      tell(kind, seen, idle);
      measures.push(seen);
      if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(runSoFar()));
    }
  } finally {
    await store.stop();
    rmSync(folder, { recursive: true });
  }
}

/** One line for who waits in front of the terminal, with what the attacker got and why the reader was not answered. */
function tell(kind: StoreKind, seen: Measure, idle: Measure): void {
  const figures = [seen.search.p95, seen.firstText.p95, seen.question.p95, seen.blockedMs];
  const verdict = holds(seen, idle) ? "holds" : "HURTS";
  const lines = [
    `${kind} ${seen.name} ${verdict}: ${figures.map((value) => value.toFixed(0)).join(" ")} ms`,
    `${seen.cpuSeconds.toFixed(1)} s CPU, ${seen.peakMb.toFixed(0)} MB, ${seen.descriptors} descriptors`,
    `attacker ${JSON.stringify(seen.outcomes)}, reader ${JSON.stringify(seen.faults)}`,
    `recovered after ${seen.recoveredSeconds?.toFixed(1)} s`,
  ];
  process.stderr.write(`${lines.join("; ")}\n`);
}
