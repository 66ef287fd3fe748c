import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { type EngineName, engines, isEngineName } from "./engine-list.ts";
import { ensurePeers } from "./ensure-peers.ts";
import { measureAll } from "./measure-all.ts";
import { plotEngines } from "./plot.ts";
import { writeReport } from "./report.ts";

const usage =
  "npm run bench:retrieval -- --data DIR [--sets a,b] [--engines docent,minisearch] [--limit N] [--scale 28000] [--no-write]";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string" },
    engines: { type: "string" },
    limit: { type: "string" },
    scale: { type: "string", default: "28000" },
    "no-write": { type: "boolean", default: false },
  },
});
if (values.data === undefined) {
  console.error(
    `Name the folder with the data sets (bench/README.md says what is in them):\n${usage}`,
  );
  process.exit(2);
}

const names = chosenEngines(values.engines);
ensurePeers(names);
const results = await measureAll({
  engines: names,
  data: {
    folder: values.data,
    names: values.sets?.split(","),
    limit: values.limit === undefined ? undefined : Number(values.limit),
  },
  scale: Number(values.scale),
});
const run = describeRun();
const name = `${run.date}-retrieval`;
const plot = plotEngines(results);
const report = writeReport({ results, run, plot: plot && `${name}.svg` });
console.log(report);
if (!values["no-write"]) writeResult(name, report, plot);

function chosenEngines(list: string | undefined): EngineName[] {
  if (list === undefined) return Object.keys(engines).filter(isEngineName);
  const wanted = list.split(",");
  const unknown = wanted.filter((one) => !isEngineName(one));
  if (unknown.length === 0) return wanted.filter(isEngineName);
  console.error(
    `No such engine: ${unknown.join(", ")}. There are ${Object.keys(engines).join(", ")}.`,
  );
  process.exit(2);
}
