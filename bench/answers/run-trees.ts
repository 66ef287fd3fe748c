import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeRun } from "../report/machine.ts";
import { writeResult } from "../report/write-result.ts";
import { askQuestion } from "./ask-question.ts";
import { topPaths } from "./measure-docs.ts";
import { type OpenedNode, openNode, syncFolder } from "./open-node.ts";
import { type TreeOutcome, writeTreeReport } from "./tree-report.ts";
import { isRight, readTreeSets, type TreeSet } from "./tree-sets.ts";

const { values } = parseArgs({
  options: {
    /** Folder of the checkouts, each named like its set. */
    trees: { type: "string" },
    sets: { type: "string" },
    only: { type: "string" },
    half: { type: "string" },
    /** A file that gets every answer, one JSON object to a line. */
    answers: { type: "string" },
    all: { type: "boolean", default: false },
    "no-write": { type: "boolean", default: false },
  },
});
if (values.trees === undefined) throw new Error("say where the docs are, with --trees DIR");
const only = values.only?.split(",");
const outcomes: TreeOutcome[] = [];
for (const set of readTreeSets({ only, half: values.half, sets: values.sets })) {
  process.stderr.write(`${set.name} … `);
  const started = Date.now();
  const node = await openNode(syncFolder(join(values.trees, set.name, set.folder)));
  process.stderr.write(`synced in ${((Date.now() - started) / 1_000).toFixed(0)} s … `);
  const own = await askAll(node, set);
  await node.close();
  process.stderr.write("asked\n");
  for (const outcome of own) tell(outcome);
  outcomes.push(...own);
}
const run = describeRun();
const report = writeTreeReport(outcomes, run);
console.log(report);
if (!values["no-write"]) writeResult(`${run.date}-trees`, report);

async function askAll(node: OpenedNode, set: TreeSet): Promise<TreeOutcome[]> {
  const outcomes: TreeOutcome[] = [];
  const { name: tree, heldOut, folder } = set;
  const inFolder = (path: string) => (folder === "" ? path : path.replace(`${folder}/`, ""));
  for (const one of set.answerable) {
    const answer = await askQuestion(node.ask, node.projectId, one.question);
    const found = await topPaths(node, one.question);
    const pages = one.pages.map(inFolder);
    const useful = !answer.declined && isRight(answer.text, one);
    const about = { tree, heldOut, id: one.id, question: one.question, kind: one.kind };
    outcomes.push({ ...about, ...answer, useful, pages, found });
  }
  for (const { id, question, near } of set.unanswerable) {
    const answer = await askQuestion(node.ask, node.projectId, question);
    const kind = near ? "near" : "far";
    outcomes.push({
      tree,
      heldOut,
      id,
      question,
      kind,
      ...answer,
      useful: false,
      pages: [],
      found: [],
    });
  }
  return outcomes;
}

/** What went wrong, or with --all every answer. */
function tell(outcome: TreeOutcome): void {
  const { tree, id, question, text, direct, declined, useful, pages, found, kind } = outcome;
  if (values.answers !== undefined) appendFileSync(values.answers, `${JSON.stringify(outcome)}\n`);
  const state = declined ? "declined" : direct ? "answered" : "with reserve";
  const good = pages.length > 0 ? useful : !direct;
  if (good && !values.all) return;
  console.error(`${good ? "ok  " : "miss"} ${tree} ${id} (${kind}) ${question}: ${state}`);
  if (pages.length > 0) console.error(`     wanted ${pages.join(", ")}; found ${found[0]}`);
  console.error(text.replace(/^/gm, "     | "));
}
