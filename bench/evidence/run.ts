import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNode, syncFolder } from "../answers/open-node.ts";
import { readQuestionSets } from "../answers/question-sets.ts";
import { readTreeSets } from "../answers/tree-sets.ts";
import { readDataSets } from "../retrieval/data-set.ts";
import { storeDocs } from "../retrieval/engines/store-docs.ts";
import { fitWeights, oddsOf } from "./fit-weights.ts";
import { gatherRows, type Row } from "./gather-rows.ts";

/**
 * Fits the weights of src/assistant/answer/evidence.ts on the even questions over public trees and, with less weight, on
 * generated questions. Each source is then judged by weights that were fitted without it.
 */
const { values } = parseArgs({
  options: { trees: { type: "string" }, sets: { type: "string" }, data: { type: "string" } },
});
if (values.trees === undefined) throw new Error("say where the docs are, with --trees DIR");
const rows: Row[] = [];
const sets = readTreeSets({ only: undefined, half: "even", sets: values.sets });
const known = sets.filter((set) => !set.heldOut);
/** What one of them answers, another of the same trade may answer as well. */
const trades = [
  ["docusaurus", "mintlify-docs", "mkdocs-material", "starlight", "these docs"],
  ["fastapi", "hono"],
];
for (const { name, folder, answerable, unanswerable } of known) {
  console.error(name);
  const inFolder = (path: string) => (folder === "" ? path : path.replace(`${folder}/`, ""));
  const others = othersFor(name);
  const node = await openNode(syncFolder(join(values.trees, name, folder)));
  const questions = answerable.map((one) => ({ ...one, pages: one.pages.map(inFolder) }));
  rows.push(...(await gatherRows(node, { source: name, questions, unanswerable, others })));
  await node.close();
}
console.error("these docs");
let others = othersFor("these docs");
const docs = await openNode(syncFolder(join(import.meta.dirname, "../../docs")));
for (const { name, answerable, unanswerable } of readQuestionSets({
  file: undefined,
  half: "even",
  limit: undefined,
})) {
  const near = unanswerable.map((one) => ({ ...one, near: true }));
  const questions = answerable.map(({ question, pages }) => ({ question, pages }));
  rows.push(...(await gatherRows(docs, { source: name, questions, unanswerable: near, others })));
  others = [];
}
await docs.close();
const everyNth = 4;
for (const set of values.data
  ? readDataSets({ folder: values.data, names: undefined, limit: undefined })
  : []) {
  if (set.level !== "page") continue;
  console.error(set.name);
  const node = await openNode((deps) => storeDocs(deps, set.docs));
  const questions = set.queries
    .filter((_, place) => place % everyNth === 0)
    .map(({ text, id }) => ({
      question: text,
      pages: Object.keys(set.qrels[id] ?? {}).map((page) => `${page}.md`),
    }));
  rows.push(
    ...(await gatherRows(node, { source: set.name, questions, unanswerable: [], others: [] })),
  );
  await node.close();
}
const judged = known.flatMap(({ name }) => {
  const weights = fitWeights(rows.filter((row) => row.source !== name));
  return rows
    .filter((row) => row.source === name)
    .map((row) => ({ row, odds: oddsOf(weights, row) }));
});
for (const share of [0.42, 0.44, 0.46, 0.48, 0.5, 0.52]) console.log(atShare(share));
console.log(fitWeights(rows));

for (const limit of [-4, -3.75, -3.5, -3.25, -3]) console.log(declinedBelow(limit));

function othersFor(name: string): { question: string; what: "far" | "other" }[] {
  const isAlike = (other: string) =>
    trades.some((trade) => trade.includes(name) && trade.includes(other));
  return known
    .filter((set) => set.name !== name)
    .flatMap((set) => [
      ...set.unanswerable
        .filter(({ near }) => !near)
        .map(({ question }) => ({ question, what: "far" as const })),
      ...(isAlike(set.name) ? [] : set.answerable).map(({ question }) => ({
        question,
        what: "other" as const,
      })),
    ]);
}

/** What a refusal below these odds would take, and how many of the far questions it keeps. */
function declinedBelow(limit: number): string {
  const share = (isMeant: (row: Row) => boolean) => {
    const meant = judged.filter(({ row }) => isMeant(row));
    return percent(meant.filter(({ odds }) => odds < limit).length / meant.length);
  };
  return `declined below ${limit}: ${share((row) => row.isRight)} of what would be right, ${share(({ what }) => what === "near")} of near, ${share(({ what }) => what === "far")} of far, ${share(({ what }) => what === "other")} of other`;
}

/** What comes of it when so many of the answerable questions are answered without reserve. */
function atShare(share: number): string {
  const of = (what: Row["what"]) => judged.filter(({ row }) => row.what === what);
  const answerable = of("answerable").sort((left, right) => right.odds - left.odds);
  const limit = answerable[Math.floor(share * answerable.length) - 1]?.odds ?? 0;
  const wrong = answerable.filter(({ row, odds }) => odds >= limit && !row.isRight).length;
  const kept = (what: Row["what"]) =>
    `${what} kept back ${percent(of(what).filter(({ odds }) => odds < limit).length / of(what).length)}`;
  return `${percent(share)} without reserve (odds ${limit.toFixed(2)}): sure and wrong ${percent(wrong / answerable.length)}, ${kept("near")}, ${kept("removed")}, ${kept("far")}, ${kept("other")}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
