import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { findChromium } from "../../scripts/find-chromium.ts";
import { type Place, type RunningServer, startDocent } from "../hostile/docent-process.ts";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { writeResult } from "../report/write-result.ts";
import { type Figures, gitCalls, measurePage, pages, watchTraffic } from "./measure-pages.ts";
import { measurePresses, type Presses } from "./measure-presses.ts";
import { load, makeRepository, seedStore } from "./seed-load.ts";

const { values } = parseArgs({
  options: { before: { type: "string" }, "no-write": { type: "boolean", default: false } },
});
const here = resolve(import.meta.dirname, "../..");
const tabs = 20;
const idleMs = 10_000;
const largest = pages.at(-1) ?? { name: "", path: "", useful: "" };

type Measured = {
  commit: string;
  pages: Figures[];
  /** The change of many files, opened once more. */
  again: Figures;
  presses: Presses;
  idle: Figures;
};

const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
try {
  await compare(values.before === undefined ? [here] : [resolve(values.before), here]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(checkouts: string[]): Promise<void> {
  const heads = makeRepository(join(folder, "repository"));
  const [oldest = here] = checkouts;
  const seed = join(folder, "seed");
  await (await start(oldest, seed)).end();
  seedStore(seed, heads);
  const measured: Measured[] = [];
  for (const [turn, checkout] of checkouts.entries()) {
    const data = join(folder, `data-${turn}`);
    cpSync(seed, data, { recursive: true });
    measured.push(await measure(checkout, data));
    console.error(JSON.stringify(measured.at(-1)));
  }
  const report = reportOf(measured);
  console.log(report);
  if (!values["no-write"]) writeResult(`${describeRun().date}-dashboard`, report);
}

/** A server whose git processes are counted. */
function start(root: string, data: string, port = "0"): Promise<RunningServer> {
  const bin = `${data}-bin`;
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  execFileSync("mkdir", ["-p", bin]);
  const script = `#!/bin/sh\nprintf x >> '${gitLogOf(data)}'\nexec '${git}' "$@"\n`;
  writeFileSync(join(bin, "git"), script, { mode: 0o755 });
  const place: Place = {
    root,
    settings: {
      PATH: `${bin}:${process.env.PATH ?? ""}`,
      DOCENT_ADDRESS_REQUESTS_PER_MINUTE: "1000000",
      DOCENT_KEY_REQUESTS_PER_MINUTE: "1000000",
    },
    logFile: join(folder, "server.log"),
  };
  const docs = ["--docs", join(folder, "repository"), "--data", data];
  return startDocent(place, { args: ["--port", port, ...docs] });
}

function gitLogOf(data: string): string {
  return `${data}-git-calls`;
}

async function measure(checkout: string, data: string): Promise<Measured> {
  let server = await start(checkout, data);
  const gitLog = gitLogOf(data);
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("Chromium is missing: name one in CHROMIUM_PATH.");
  const browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await setUp(context, server);
    const figures: Figures[] = [];
    for (const { path, useful } of pages) {
      const address = `${server.url}/dashboard${path}`;
      figures.push(await measurePage(context, { address, useful, gitLog }));
    }
    const address = `${server.url}/dashboard${largest.path}`;
    const again = await measurePage(context, { address, useful: largest.useful, gitLog });
    const presses = await measurePresses(context, address);
    const { port } = new URL(server.url);
    const restart = async () => {
      await server.end();
      server = await start(checkout, data, port);
    };
    const idle = await measureTabs(context, { url: server.url, gitLog, restart });
    return { commit: describeRun(checkout).commit, pages: figures, again, presses, idle };
  } finally {
    await browser.close();
    await server.kill();
  }
}

async function setUp(context: BrowserContext, server: RunningServer): Promise<void> {
  const link = /^ {2}(http:\S+\/dashboard\/setup#[\w-]{43})$/m.exec(server.text())?.[1] ?? "";
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/setup"));
  await page.close();
}

type Tabs = { url: string; gitLog: string; restart(): Promise<void> };

/** Tabs that are left open on lists and on a job that runs to its end, while the server is restarted. */
async function measureTabs(
  context: BrowserContext,
  { url, gitLog, restart }: Tabs,
): Promise<Figures> {
  const job = await startJob(context, url);
  const lists = ["", "/jobs", "/changes", "/keys", `/jobs/${job}`];
  const all = [];
  for (let tab = 0; tab < tabs; tab += 1) {
    const page = await context.newPage();
    await page.goto(`${url}/dashboard/docent${lists[tab % lists.length]}`);
    all.push(await watchTraffic(page));
  }
  await sleep(5_000);
  const before = { requests: sum(all, "requests"), bytes: sum(all, "bytes") };
  const git = gitCalls(gitLog);
  const started = performance.now();
  await sleep(idleMs);
  await restart();
  await sleep(idleMs);
  return {
    requests: sum(all, "requests") - before.requests,
    bytes: sum(all, "bytes") - before.bytes,
    milliseconds: performance.now() - started,
    git: gitCalls(gitLog) - git,
  };
}

/** It edits every page, which takes the bundled editor a while; the tab that started it reads on to its end. */
async function startJob(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${url}/dashboard/docent/jobs`);
  const content = "Replace “words” with “sentences” everywhere.";
  const body = JSON.stringify({
    branch: "docs/words",
    messages: [{ role: "user", content }],
  });
  const headers = { "content-type": "application/json", "x-docent-dashboard": "1" };
  const init = JSON.stringify({ method: "POST", headers, body });
  const asked = `fetch("/v1/agent/docent/job", ${init}).then((reply) => reply.headers.get("x-session-id"))`;
  const sessionId = await page.evaluate<string | null>(asked);
  if (!sessionId) throw new Error("The job was not taken.");
  return sessionId;
}

function sum(all: { requests: number; bytes: number }[], name: "requests" | "bytes"): number {
  return all.reduce((total, one) => total + one[name], 0);
}

function reportOf(measured: Measured[]): string {
  const { machine, date } = describeRun();
  const cells = (read: (one: Measured) => Figures | undefined) =>
    (["requests", "bytes", "milliseconds", "git"] as const).map((name) =>
      measured.map((one) => String(Math.round(read(one)?.[name] ?? Number.NaN))).join(" → "),
    );
  const rows = [
    ["page", "requests", "bytes over the line", "ms until it is of use", "git processes"],
    ...pages.map(({ name }, place) => [name, ...cells(({ pages: all }) => all[place])]),
    [`${largest.name}, once more`, ...cells(({ again }) => again)],
    [
      `${tabs} tabs, four at a running job, ${(idleMs * 2) / 1_000} s, one restart`,
      ...cells(({ idle }) => idle),
    ],
  ];
  const slowest = (name: keyof Presses) =>
    measured.map(({ presses }) => `${Math.round(presses[name])} ms`).join(" → ");
  return `# Dashboard under load, ${date}

${load.jobs} jobs, ${load.keys} keys, ${load.projects} projects, ${load.changes} open changes, the last of ${load.files} files, in Chromium over HTTP/1.1 on one
machine: ${machine}. Commits: ${measured.map(({ commit }) => commit).join(" → ")}. Each page is opened once, in a new tab; its files of script and style are in the
browser's cache after the first. \`npm run bench:dashboard -- --before CHECKOUT\` measures again.

${markdownTable(rows)}

From a press to the frame that shows it, the slowest of five, in the change of ${load.files} files: fold a file ${slowest("fold")}, open the merge dialog ${slowest("merge")}.
`;
}
