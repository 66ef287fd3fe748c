import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgresServer } from "../../test/postgres-server.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import { writeResult } from "../report/write-result.ts";
import { eventsOfAnswer } from "./fill.ts";
import type { Order, Started, Work } from "./serve.ts";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    store: { type: "string", default: "sqlite,postgres" },
    work: { type: "string", default: "events,answers,at-once" },
    rate: { type: "string", default: "5" },
    rest: { type: "string", default: "20" },
    "no-write": { type: "boolean", default: false },
  },
});
const answers = Math.ceil(Number(values.events) / eventsOfAnswer);
const questions = ["How do I back up?", "How do I add a project?", "What does docent sync do?"];
type Times = number[];

async function tell<Reply>(child: ChildProcess, order: Order): Promise<Reply> {
  child.send(order);
  const [reply] = await once(child, "message");
  return reply;
}

async function ask({ url, headers }: Started, number: number): Promise<number> {
  const text = questions[number % questions.length];
  const started = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ messages: [{ role: "user", parts: [{ type: "text", text }] }] }),
  });
  const said = await response.text();
  if (!said.includes("[DONE]")) throw new Error(`status ${response.status}: ${said}`);
  return performance.now() - started;
}

/** Questions at an even rate, however long each takes, until the work is done. */
async function askDuring(server: Started, work: Promise<unknown>): Promise<Times> {
  let isOver = false;
  const over = work.then(() => {
    isOver = true;
  });
  const asked: Promise<number>[] = [];
  while (!isOver) {
    asked.push(ask(server, asked.length));
    await sleep(1_000 / Number(values.rate));
  }
  await over;
  return Promise.all(asked);
}

const row = (name: string, times: Times, seconds: number) => [
  name,
  String(times.length),
  ...[0.5, 0.99, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`),
  `${seconds.toFixed(0)} s`,
];

async function measure(store: string, work: Work, postgresUrl?: string): Promise<string[][]> {
  const child = fork(new URL("./serve.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  try {
    const start = { answers, ...(postgresUrl && { postgresUrl }) };
    const server = await tell<Started>(child, { start });
    for (let number = 0; number < 20; number += 1) await ask(server, number);
    const rest = Number(values.rest);
    const before = await askDuring(server, sleep(rest * 1_000));
    const started = performance.now();
    const during = await askDuring(server, tell(child, { prune: work }));
    const seconds = (performance.now() - started) / 1_000;
    return [row(`${store}, at rest`, before, rest), row(`${store}, ${work}`, during, seconds)];
  } finally {
    child.kill("SIGKILL");
  }
}

const rows = [["store, what is pruned", "questions", "p50", "p99", "slowest", "took"]];
for (const store of values.store.split(",")) {
  for (const work of values.work.split(",") as Work[]) {
    const postgres = store === "postgres" ? await startPostgresServer() : undefined;
    rows.push(...(await measure(store, work, postgres?.url)));
    await postgres?.stop();
    console.error(rows.slice(-2).join("\n"));
  }
}
const { commit, machine, date } = describeRun();
const report = `# Questions while ${values.events} events are pruned\n\n${date}, ${commit}, ${machine}. ${values.rate} questions a second by the embedded model, whole answers.\n\n${markdownTable(rows)}\n`;
console.log(report);
if (!values["no-write"]) writeResult(`${date}-retention`, report);
