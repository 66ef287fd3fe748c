import { join } from "node:path";
import { parseArgs } from "node:util";
import { embeddedModelId } from "../../src/models/embedded/embedded-model-id.ts";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { readDataSets } from "../retrieval/data-set.ts";
import { storeDocs } from "../retrieval/engines/store-docs.ts";
import { asPages, type DataScore, measureData } from "./measure-data.ts";
import { measureDocs, type SetScore } from "./measure-docs.ts";
import { openNode, syncFolder } from "./open-node.ts";
import { readQuestionSets } from "./question-sets.ts";
import { writeReport } from "./report.ts";
import type { Outcome } from "./score.ts";

const { values } = parseArgs({
  options: {
    questions: { type: "string" },
    docs: { type: "string", default: join(import.meta.dirname, "../../docs") },
    half: { type: "string" },
    data: { type: "string" },
    limit: { type: "string" },
    all: { type: "boolean", default: false },
    "no-write": { type: "boolean", default: false },
  },
});
const limit = values.limit === undefined ? undefined : Number(values.limit);
const root = values.docs;

const node = await openNode(syncFolder(root));
const sets: SetScore[] = [];
for (const set of readQuestionSets({ file: values.questions, half: values.half, limit })) {
  const score = await measureDocs(node, { set, root });
  printOutcomes(score);
  sets.push(score);
}
await node.close();
const data = values.data === undefined ? [] : await measureFolder(values.data);
const run = describeRun();
const { id: model, description } = node.model;
const quotes = model === embeddedModelId;
const report = writeReport({ model: description, sets, data, quotes }, run);
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-answers`, report);

async function measureFolder(folder: string): Promise<DataScore[]> {
  const scores: DataScore[] = [];
  for (const set of readDataSets({ folder, names: undefined, limit })) {
    process.stderr.write(`${set.name} … `);
    const filled = await openNode((deps) => storeDocs(deps, asPages(set)));
    scores.push(await measureData(filled, set));
    await filled.close();
    process.stderr.write("done\n");
  }
  return scores;
}

/** What went wrong, or with --all every answer. */
function printOutcomes({ name, outcomes, exactness }: SetScore): void {
  console.error(`\n${name}`);
  for (const outcome of outcomes) {
    const { id, question, right, cited, expected, text } = outcome;
    if (right && !values.all) continue;
    console.error(`${right ? "ok  " : "miss"} ${id} ${question}\n     ${kindOf(outcome)}`);
    console.error(
      `     cited ${cited.join(", ") || "nothing"}; expected ${expected.join(", ") || "nothing"}`,
    );
    if (values.all) console.error(`${text.replace(/^/gm, "     | ")}\n`);
  }
  for (const sentence of exactness.elsewhere) console.error(`not in the docs: ${sentence}`);
}

function kindOf({ direct, declined }: Outcome): string {
  if (direct) return "answered";
  return declined ? "declined" : "with reserve";
}
