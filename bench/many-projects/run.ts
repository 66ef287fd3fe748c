import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type RunningServer, runDocent, startDocent } from "../hostile/docent-process.ts";
import { watchProcess } from "../hostile/watch-process.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { percentile } from "../report/percentile.ts";
import { writeResult } from "../report/write-result.ts";
import { type MadeProjects, makeProjects } from "./make-projects.ts";
import { type Asked, searchProject } from "./search-project.ts";

const usage =
  "npm run bench:many-projects -- [--texts FILE] [--projects 1000] [--pages 100] [--memory 512] [--keep DIR] [--no-write]";

const { values } = parseArgs({
  options: {
    /** What the growth bench has cut into passages. */
    texts: { type: "string", default: join(import.meta.dirname, "../.cache/growth/texts.jsonl") },
    projects: { type: "string", default: "1000" },
    pages: { type: "string", default: "100" },
    memory: { type: "string", default: "512" },
    /** A folder for the projects' pages and the store, used again by the next run. */
    keep: { type: "string" },
    "no-write": { type: "boolean", default: false },
  },
});
if (!existsSync(values.texts))
  throw new Error(`Run bench:growth first, or name its texts.\n${usage}`);
const cache = join(import.meta.dirname, "../.cache");
mkdirSync(cache, { recursive: true });
const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(cache, "many-"));
const data = join(folder, "data");
const settings = { DOCENT_DASHBOARD: "off", DOCENT_SEARCH_MEMORY_MB: values.memory };
const place = { root: join(import.meta.dirname, "../.."), settings, logFile: join(folder, "log") };
const wanted = { projects: Number(values.projects), pages: Number(values.pages) };
const rows: string[][] = [["what", "figure"]];
const times = 200;

const isThere = existsSync(join(data, "docent.db"));
const made = makeProjects(folder, { ...wanted, texts: values.texts });
if (!isThere) await apply(made);
await measureServer(made);
const run = describeRun();
const report = `# ${wanted.projects.toLocaleString("en-US")} projects of ${wanted.pages} pages on one node, ${run.date}

Commit ${run.commit}. Machine: ${run.machine}. Run: \`npm run bench:many-projects\`. Each project has pages of public trees that no other has, made by \`docent apply\`; then one \`docent serve\` with its watchers and polls on, DOCENT_SEARCH_MEMORY_MB=${values.memory}, is searched over HTTP, each project from a network of its own. Wanted: at most 1,536 MB.

${markdownTable(rows)}
`;
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-many-projects`, report);
if (values.keep === undefined) rmSync(folder, { recursive: true });

function tell(what: string, figure: string): void {
  console.error(`${what}: ${figure}`);
  rows.push([what, figure]);
}

async function apply({ file }: MadeProjects): Promise<void> {
  const done = await runDocent(place, ["apply", file, "--data", data]);
  if (done.code !== 0) throw new Error(done.text.slice(-2_000));
  const { cpuSeconds, peakMb } = done.usage;
  tell(
    "made and synced by docent apply",
    `${done.seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of the processor, ${peakMb.toFixed(0)} MB at most`,
  );
}

async function measureServer({ domains, questions }: MadeProjects): Promise<void> {
  const started = performance.now();
  const server = await startDocent(place, { args: ["--data", data] });
  tell("start until it listens", `${((performance.now() - started) / 1000).toFixed(1)} s`);
  const watch = watchProcess(server.pid);
  const ask = (domain: string) =>
    searchProject(server.url, {
      ...{ domain, query: questions.get(domain) ?? "", place: domains.indexOf(domain) },
    });
  try {
    tell("memory after the start", memoryOf(server));
    tell("first question of each, one after the other", timesOf(await inTurn(domains, ask)));
    tell("memory after that", memoryOf(server));
    tell("the same again", timesOf(await inTurn(domains, ask)));
    const [small = "", ...others] = domains;
    await ask(small);
    tell("one project asked again and again, alone", timesOf(await repeat(() => ask(small))));
    let isOver = false;
    const crowd = Promise.all(others.map(ask)).finally(() => {
      isOver = true;
    });
    const begun = performance.now();
    const beside = await repeat(
      () => ask(small),
      () => isOver,
    );
    const all = await crowd;
    tell(
      "all others asked at the same moment",
      `${timesOf(all)}; all answered after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    );
    tell("that one project meanwhile", timesOf(beside));
    tell("memory after that", memoryOf(server));
  } finally {
    const { peakMb, descriptors, cpuSeconds } = watch.end();
    tell(
      "most memory, descriptors, processor time",
      `${peakMb.toFixed(0)} MB, ${descriptors}, ${cpuSeconds.toFixed(0)} s`,
    );
    await server.end();
  }
}

async function inTurn(
  domains: string[],
  ask: (domain: string) => Promise<Asked>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const domain of domains) asked.push(await ask(domain));
  return asked;
}

/** So many times, or until something is over. */
async function repeat(ask: () => Promise<Asked>, isOver?: () => boolean): Promise<Asked[]> {
  const asked: Asked[] = [];
  while (isOver ? !isOver() : asked.length < times) asked.push(await ask());
  return asked;
}

function timesOf(asked: Asked[]): string {
  const ms = asked.map((one) => one.ms);
  const faults = asked.filter((one) => one.fault !== "").map((one) => one.fault);
  const told =
    faults.length === 0 ? "" : `; **${faults.length} without results**, such as ${faults[0]}`;
  const [p50, p99, most] = [percentile(ms, 0.5), percentile(ms, 0.99), Math.max(...ms)];
  return `${asked.length} times: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, most ${most.toFixed(0)} ms${told}`;
}

function memoryOf({ pid }: RunningServer): string {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return `${(Number(kilobytes) / 1024).toFixed(0)} MB`;
}
