import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../report/percentile.ts";
import { runChild } from "../report/run-child.ts";
import type { Attack, Target } from "./attack.ts";
import type { RunningServer } from "./docent-process.ts";
import type { Prepared } from "./prepared-server.ts";
import type { AttackInput, AttackResult } from "./run-attack.ts";
import type { ReaderInput, ReaderResult, Sample } from "./run-reader.ts";
import { watchProcess } from "./watch-process.ts";

export type Waits = { p50: number; p95: number; count: number };

/** What another reader and the server went through in one run. */
export type Measure = {
  name: string;
  search: Waits;
  firstText: Waits;
  question: Waits;
  /** Why requests of the reader or the owner were not answered, and how often. */
  faults: Record<string, number>;
  blockedMs: number;
  cpuSeconds: number;
  peakMb: number;
  descriptors: number;
  /** How long after the attack `/healthz` was answered; undefined when it was not, or the process is gone. */
  recoveredSeconds: number | undefined;
  outcomes: AttackResult;
};

const warmUpSeconds = 3;
const recoverSeconds = 30;

/** One attack, or none, against a server of its own. */
export async function measure(
  prepared: Prepared,
  { attack, seconds }: { attack: Attack | undefined; seconds: number },
): Promise<Measure> {
  const { server, target } = await prepared.start({
    settings: attack?.settings,
    descriptors: attack?.descriptors,
  });
  try {
    const password = attack?.ownerLogsIn ? prepared.password : undefined;
    const { url, domain, assistantKey } = target;
    const reader = { url, domain, assistantKey, questions: prepared.questions };
    await read({ ...reader, seconds: warmUpSeconds });
    const watch = watchProcess(server.pid);
    const [seen, outcomes] = await Promise.all([
      read({ ...reader, seconds, password }),
      attack === undefined ? {} : assault({ name: attack.name, target, seconds }),
    ]);
    const recoveredSeconds = await recovery(server, target);
    return {
      name: attack?.name ?? "idle",
      ...summary(seen),
      ...watch.end(),
      recoveredSeconds,
      outcomes,
    };
  } finally {
    await server.kill();
  }
}

function read(input: ReaderInput): Promise<ReaderResult> {
  return runChild<ReaderResult>(new URL("./run-reader.ts", import.meta.url), input);
}

/** The last core that this process may use is the attacker's. */
function assault(input: AttackInput): Promise<AttackResult> {
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"));
  const core = allowed?.[1]?.split(/[,-]/).at(-1);
  const program = new URL("./run-attack.ts", import.meta.url);
  return runChild<AttackResult>(program, input, { core: Number(core ?? 0) });
}

function summary(seen: ReaderResult) {
  const waits = (samples: Sample[]): Waits => {
    const times = samples.map((sample) => sample.ms);
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), count: times.length };
  };
  const faults: Record<string, number> = {};
  for (const { fault } of [...seen.searches, ...seen.questions, ...seen.logIns]) {
    if (fault !== undefined) faults[fault] = (faults[fault] ?? 0) + 1;
  }
  return {
    search: waits(seen.searches),
    firstText: waits(seen.firstTexts),
    question: waits(seen.questions),
    faults,
    blockedMs: seen.blockedMs,
  };
}

async function recovery(server: RunningServer, { url }: Target): Promise<number | undefined> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  while (!server.hasEnded() && seconds() < recoverSeconds) {
    const signal = AbortSignal.timeout(recoverSeconds * 1_000);
    const reply = await fetch(`${url}/healthz`, { signal }).catch(() => undefined);
    if (reply?.ok === true) return seconds();
    await sleep(100);
  }
  return undefined;
}
