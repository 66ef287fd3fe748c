import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { markdownTable } from "../report/markdown-table.ts";
import { type Place, runDocent, startDocent } from "./docent-process.ts";
import { watchProcess } from "./watch-process.ts";

const usage = "npm run bench:hostile-trees -- --trees DIR [--only a,b] [--root CHECKOUT]";
const mebibyte = 1_048_576;

const { values } = parseArgs({
  options: {
    trees: { type: "string" },
    only: { type: "string" },
    root: { type: "string", default: join(import.meta.dirname, "../..") },
  },
});
if (values.trees === undefined) {
  console.error(usage);
  process.exit(2);
}
const root = resolve(values.root);
const trees = resolve(values.trees);
const names = values.only?.split(",") ?? readdirSync(trees).sort();
const head = [
  "tree",
  "files",
  "MB",
  "pages",
  "passages",
  "left out",
  "problems",
  "seconds",
  "CPU s",
  "peak MB of the sync",
  "first search s",
  "results",
  "peak MB of the server",
];
const rows = [head];
for (const name of names) {
  const row = await measureTree(name);
  process.stderr.write(`${row.join(" | ")}\n`);
  rows.push(row);
}
const { machine } = describeRun();
console.log(`${machine}\n\n${markdownTable(rows)}`);

/** Every tree as a project of its own with the default settings, read by a command and then searched on a server. */
async function measureTree(name: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  const data = join(folder, "data");
  const place: Place = {
    root,
    settings: { DOCENT_DASHBOARD: "off", DOCENT_WATCH: "off" },
    logFile: join(folder, "log"),
  };
  const docs = join(trees, name);
  try {
    const add = ["projects", "add", "--domain", "tree", "--docs", docs, "--public", "--data", data];
    const sync = await runDocent(place, add);
    const { count, bytes } = sizeOf(docs);
    const size = [name, String(count), (bytes / mebibyte).toFixed(0)];
    if (sync.code !== 0) return [...size, sync.text.trim().slice(-300)];
    const cost = [sync.seconds, sync.usage.cpuSeconds, sync.usage.peakMb];
    return [
      ...size,
      ...storedIn(join(data, "docent.db")),
      ...faultsIn(sync.text),
      ...cost.map((value) => value.toFixed(0)),
      ...(await searchOn(place, data)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sizeOf(folder: string): { count: number; bytes: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const isGits = (path: string) => path.split("/").includes(".git");
  const files = entries.filter((entry) => entry.isFile() && !isGits(entry.parentPath));
  const sizes = files.map((file) => statSync(join(file.parentPath, file.name)).size);
  return { count: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function storedIn(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const counts = ["revision_pages", "passages"].map((table) => {
    const row = db.prepare(`select count(*) as count from ${table}`).get();
    return String(row?.count);
  });
  db.close();
  return counts;
}

function faultsIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.startsWith("  "));
  const leftOut = lines.filter((line) => line.startsWith("  left out "));
  return [String(leftOut.length), String(lines.length - leftOut.length)];
}

async function searchOn(place: Place, data: string): Promise<string[]> {
  const server = await startDocent(place, { args: ["--data", data] });
  const watch = watchProcess(server.pid);
  const started = performance.now();
  const response = await fetch(`${server.url}/discovery/v1/search/tree`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "how to install and configure it" }),
  });
  const found: unknown = await response.json();
  const seconds = (performance.now() - started) / 1_000;
  const results = Array.isArray(found) ? String(found.length) : JSON.stringify(found);
  await server.end();
  return [seconds.toFixed(1), results, watch.end().peakMb.toFixed(0)];
}
