import { type EvidenceFeatures, evidenceFeatures } from "../../src/assistant/answer/evidence.ts";
import type { SearchResult } from "../../src/search/hit.ts";
import { isPageOf } from "../../src/store/docs/page-overlays.ts";
import { inChunks } from "../../src/store/in-chunks.ts";
import type { OpenedNode } from "../answers/open-node.ts";
import { isRight, type TreeQuestion } from "../answers/tree-sets.ts";

/** `removed`: the pages that answer it were taken out. `far`: it is about something else. `other`: other docs answer it. */
export type Row = {
  source: string;
  what: "answerable" | "removed" | "near" | "far" | "other";
  isRight: boolean;
  features: EvidenceFeatures;
};

type Question = { question: string; pages: string[]; facts?: TreeQuestion["facts"] };

export type Questions = {
  source: string;
  questions: Question[];
  unanswerable: { question: string; near: boolean }[];
  /** Questions that were written for other docs. */
  others: { question: string; what: "far" | "other" }[];
};

const quotedHits = 2;

export async function gatherRows(node: OpenedNode, input: Questions): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (
    question: string,
    rest: Omit<Row, "source" | "features" | "isRight">,
    by?: Question,
    revisionId = node.revisionId,
  ) => {
    const query = { text: question, hints: [], liftPaths: [], filter: {}, limit: 10 };
    const found = await node.search.search(revisionId, query);
    const isRight = by !== undefined && holdsAnswer(found, by);
    // Docs that answer it on another page too are no example of docs that do not.
    if (rest.what === "removed" && isRight) return;
    rows.push({
      source: input.source,
      ...rest,
      isRight: rest.what === "answerable" && isRight,
      features: evidenceFeatures(found, question),
    });
  };
  for (const one of input.questions) {
    await add(one.question, { what: "answerable" }, one);
    await add(one.question, { what: "removed" }, one, await revisionWithout(node, one.pages));
  }
  for (const { question, near } of input.unanswerable)
    await add(question, { what: near ? "near" : "far" });
  for (const { question, what } of input.others) await add(question, { what });
  return rows;
}

/** The hits that an answer quotes hold the facts; where there are none, the first is on the right page. */
function holdsAnswer({ hits }: SearchResult, { facts, pages }: Question): boolean {
  if (facts === undefined) return pages.includes(hits[0]?.passage.path ?? "");
  const quoted = hits
    .slice(0, quotedHits)
    .map(({ passage }) => [passage.title, ...passage.headings, passage.content].join("\n"));
  return isRight(quoted.join("\n"), { facts, forbidden: [] });
}

/** The same docs, as if some pages had never been written. */
async function revisionWithout(node: OpenedNode, pages: string[]): Promise<string> {
  const { db } = node.ask;
  const id = `rev_${crypto.randomUUID()}`;
  const of = node.revisionId;
  const revision = await db
    .selectFrom("revisions")
    .selectAll()
    .where("id", "=", of)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom("revisionPages").selectAll().where(isPageOf(of)).execute();
  const kept = rows
    .filter((row) => !pages.includes(row.path))
    .map((row) => ({ ...row, revisionId: id }));
  await db
    .insertInto("revisions")
    .values({ ...revision, id, baseRevisionId: null })
    .execute();
  for (const some of inChunks(kept)) await db.insertInto("revisionPages").values(some).execute();
  return id;
}
