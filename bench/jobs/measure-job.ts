import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { answerParent } from "../report/run-child.ts";
import type { EditScript } from "./scripted-models.ts";
import { makeRepository, serve } from "./serve-jobs.ts";

/** One repository and one kind of job. */
export type Plan = {
  files: number;
  steps: number;
  /** Text each step adds to the change. */
  bytesPerStep: number;
  jobs: number;
};

export type Measured = Plan & {
  /** From the request to the first event of its stream. */
  firstEventMs: number[];
  /** From the request to the model's first step: queue, checkout, prompt. */
  firstStepMs: number[];
  /** From a reply of the model to its next question: record, tools, events, patch, record. */
  stepMs: number[];
  /** From the last reply to the end of the stream: checks, commit, change. */
  proposeMs: number[];
  /** Two durable commits with as many bytes as a step writes at the middle of the job, on a bare SQLite. */
  bareMs: number[];
  storeMb: number;
};

answerParent<Plan, Measured>(async (plan) => {
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const repository = await makeRepository(join(folder, "docs.git"), plan.files);
  const script: EditScript = { ...plan, turns: [] };
  const { url, key, file } = await serve(folder, repository, script);
  const measured: Measured = {
    ...plan,
    firstEventMs: [],
    firstStepMs: [],
    stepMs: [],
    proposeMs: [],
    bareMs: bareCommits(join(folder, "bare.db"), plan),
    storeMb: 0,
  };
  for (let number = 0; number < plan.jobs; number += 1) {
    script.turns = [];
    const { begun, firstEvent, ended } = await runJob(`${url}/v1/agent/bench/job`, key);
    if (number === 0 && plan.jobs > 1) continue;
    const { turns } = script;
    measured.firstEventMs.push(firstEvent - begun);
    measured.firstStepMs.push((turns[0]?.askedAt ?? 0) - begun);
    for (const [index, turn] of turns.entries()) {
      const next = turns[index + 1];
      if (next) measured.stepMs.push(next.askedAt - turn.repliedAt);
      else measured.proposeMs.push(ended - turn.repliedAt);
    }
  }
  return { ...measured, storeMb: statSync(file).size / 1e6 };
});

type Timing = { begun: number; firstEvent: number; ended: number };

async function runJob(url: string, key: string): Promise<Timing> {
  const begun = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ messages: [{ role: "user", content: "Edit the docs." }] }),
  });
  let firstEvent = 0;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    firstEvent ||= performance.now();
    text = (text + decoder.decode(chunk, { stream: true })).slice(-2_000);
  }
  if (!text.includes('"haultReason":"completed"')) throw new Error(`a job failed: ${text}`);
  return { begun, firstEvent, ended: performance.now() };
}

/** What the disk alone asks for: the bytes of half the change and of half the conversation, twice, durably. */
function bareCommits(file: string, { steps, bytesPerStep }: Plan): number[] {
  const store = new DatabaseSync(file);
  store.exec(
    "pragma journal_mode = wal; pragma synchronous = full; create table t (n integer, a text)",
  );
  const text = "x".repeat(((bytesPerStep + 1_000) * steps) / 2);
  const insert = store.prepare("insert into t values (1, ?)");
  const times = Array.from({ length: 50 }, () => {
    const begun = performance.now();
    insert.run("x".repeat(1_000));
    insert.run(text);
    return performance.now() - begun;
  });
  store.close();
  return times;
}
