import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { runChild } from "../report/run-child.ts";
import { writeResult } from "../report/write-result.ts";
import { type EngineName, engines, isEngineName } from "../retrieval/engine-list.ts";
import { ensurePeers } from "../retrieval/ensure-peers.ts";
import { plotGrowth } from "./plot.ts";
import { writeReport } from "./report.ts";
import { measureRows } from "./rows.ts";
import type { Texts, TextsInput } from "./write-texts.ts";

const usage =
  "npm run bench:growth -- --texts DIR [--sizes 1000,10000] [--engines docent,fts5] [--minutes 10] [--cache DIR] [--no-write]";
const cacheFolder = join(import.meta.dirname, "../.cache/growth");

const { values } = parseArgs({
  options: {
    /** Folder of Markdown trees, as bench/README.md says how to get them. */
    texts: { type: "string" },
    sizes: { type: "string", default: "1000,10000,28000,100000,300000,1000000" },
    engines: { type: "string" },
    minutes: { type: "string", default: "10" },
    heap: { type: "string", default: "8192" },
    cache: { type: "string", default: cacheFolder },
    "no-write": { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
const cache = resolve(values.cache);
const file = join(cache, "texts.jsonl");
mkdirSync(cache, { recursive: true });
if (!existsSync(file)) await cutTexts();

const names =
  values.engines?.split(",") ?? Object.keys(engines).filter((name) => name !== "docent-words");
const wanted = names.filter(isEngineName);
if (wanted.length < names.length)
  throw new Error(`${usage}\nEngines: ${Object.keys(engines).join(", ")}`);
ensurePeers(wanted satisfies EngineName[]);
const run = describeRun();
const settings = {
  ...{ commit: run.commit, engines: wanted, sizes, texts: file, cache },
  ...{ timeoutMs: Number(values.minutes) * 60_000, heapMb: Number(values.heap) },
};
const rows = await measureRows(settings);
const name = `${run.date}-growth`;
const about =
  "The texts are pages of public Markdown trees, each once, cut into passages as a sync cuts them, the trees mixed; bench/README.md names them.";
const report = writeReport({ rows, run, settings, plot: `${name}.svg`, about });
console.log(report);
if (!values["no-write"]) writeResult(name, report, plotGrowth(rows));

async function cutTexts(): Promise<void> {
  if (values.texts === undefined) {
    console.error(usage);
    process.exit(2);
  }
  const input: TextsInput = { folder: resolve(values.texts), file, most: Math.max(...sizes) };
  const made = await runChild<Texts>(new URL("./write-texts.ts", import.meta.url), input);
  console.error(`${made.passages} passages of ${made.pages} pages are in ${file}`);
}
