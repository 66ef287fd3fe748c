import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dailyStats } from "../../src/analytics/daily-stats.ts";
import { listCitedPages } from "../../src/analytics/list-cited-pages.ts";
import { listQuestions } from "../../src/analytics/list-questions.ts";
import { questionQuery, statsQuery } from "../../src/contract/insights/analytics.ts";
import { groupQuery } from "../../src/contract/insights/groups.ts";
import { citedPageQuery } from "../../src/contract/insights/pages.ts";
import { createGrouping } from "../../src/insights/grouping/create-grouping.ts";
import { listGroups } from "../../src/insights/list-groups.ts";
import { operator } from "../../src/lib/actor.ts";
import { createLog } from "../../src/lib/log.ts";
import { type Database, openDatabase, type StoreLocation } from "../../src/store/database.ts";
import { readSet } from "../groups/read-set.ts";
import { startStore } from "../hostile/store-server.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import { writeResult } from "../report/write-result.ts";
import { forgetQuestions, seedAnswers } from "./seed-answers.ts";

const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "100000" },
    stores: { type: "string", default: "sqlite,postgres" },
    "no-write": { type: "boolean", default: false },
  },
});
const count = Number(values.answers);
const now = new Date("2026-11-16T12:00:00.000Z");
const clock = { now: () => now };
const log = createLog({ level: "error", format: "json" });
const times = 7;

type Measured = { store: string; rows: [string, string][] };

const measured: Measured[] = [];
for (const store of values.stores.split(",")) measured.push(await measure(store));
const run = describeRun();
const report = reportOf();
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-insights`, report);
process.exit(0);

async function measure(store: string): Promise<Measured> {
  const kind = store === "postgres" ? "postgres" : "sqlite";
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-insights-"));
  const server = await startStore(kind);
  const url = server.settingsOf("prepared").DATABASE_URL ?? "";
  const location: StoreLocation =
    kind === "sqlite" ? { kind, file: join(folder, "docent.db") } : { kind, url };
  const rows: [string, string][] = [];
  const tell = (what: string, value: string) => {
    console.error(`${store}: ${what}: ${value}`);
    rows.push([what, value]);
  };
  let db = await openDatabase(location);
  const texts = readSet("questions.txt").map(({ text }) => text);
  const projectId = await seedAnswers(db, count, texts);
  await forgetQuestions(db);
  await db.destroy();
  console.error(`${store}: seeded`);
  const from = performance.now();
  db = await openDatabase(location);
  tell("bring an old store up to date", seconds(performance.now() - from));
  tell("group all questions", seconds(await groupAll(db)));
  for (const [what, work] of pages(db, projectId)) tell(what, await median(work));
  await db.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  return { store, rows };
}

async function groupAll(db: Database): Promise<number> {
  const search = { search: () => Promise.reject(new Error("there are no docs")) };
  const grouping = createGrouping({
    db,
    clock: { now: () => new Date() },
    log,
    search,
    publicUrl: "",
  });
  const from = performance.now();
  await grouping.round(new AbortController().signal);
  const takenMs = performance.now() - from;
  await grouping.stop();
  return takenMs;
}

function pages(db: Database, projectId: string): [string, () => Promise<unknown>][] {
  const zone = { zone: "Europe/Berlin" };
  const range = { from: "2026-08-18", to: "2026-11-16", ...zone };
  const stats = (query: object) => () =>
    dailyStats({ db, clock }, operator, { projectId, query: statsQuery.parse(query) });
  const questions = (query: object) => () =>
    listQuestions({ db }, operator, { projectId, query: questionQuery.parse(query) });
  return [
    ["figures of 30 days", stats({ from: "2026-10-18", to: "2026-11-16", ...zone })],
    ["figures of 90 days, all answers", stats(range)],
    ["the first 50 questions", questions({})],
    ["questions with two words", questions({ q: "cookie respo" })],
    ["questions that were answered", questions({ outcome: "answered" })],
    [
      "pages by citations",
      () =>
        listCitedPages({ db, clock, publicUrl: "" }, operator, {
          projectId,
          query: citedPageQuery.parse(range),
        }),
    ],
    [
      "the first 50 groups",
      () => listGroups({ db, clock }, operator, { projectId, query: groupQuery.parse({}) }),
    ],
    [
      "rising groups",
      () =>
        listGroups({ db, clock }, operator, {
          projectId,
          query: groupQuery.parse({ sort: "trend" }),
        }),
    ],
  ];
}

async function median(work: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    await work();
    taken.push(performance.now() - from);
  }
  return `${percentile(taken, 0.5).toFixed(0)} ms`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function reportOf(): string {
  const [first] = measured;
  const table = (first?.rows ?? []).map(([what], place) => [
    what,
    ...measured.map(({ rows }) => rows[place]?.[1] ?? ""),
  ]);
  return `# Insights over ${count.toLocaleString("en-US")} answers, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:insights\`.

One project with ${count.toLocaleString("en-US")} questions of 90 days that the docs did not answer, each with an answer of 120 words. The store is first as a
release from before lists of questions and groups left it; its opening makes what these need, and then all questions are grouped. Pages are read
as the dashboard asks for them: the median of ${times}.

${markdownTable([["", ...measured.map(({ store }) => store)], ...table])}
`;
}
