import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSentences, type Exactness } from "./exact-sentences.ts";
import type { OpenedNode } from "./open-node.ts";
import { type Outcome, type QuestionSet, scoreAnswers, tellsFacts } from "./score.ts";

export type SetScore = {
  name: string;
  answerable: number;
  /** An expected page is among the first five passages. */
  retrieved: number;
  right: number;
  /** Without reserve. */
  answered: number;
  /** Not declined: with or without reserve. */
  helped: number;
  factsAsked: number;
  factsTold: number;
  citations: number;
  supported: number;
  unanswerable: number;
  /** Declined or answered with reserve. */
  abstained: number;
  declined: number;
  exactness: Exactness;
  outcomes: Outcome[];
};

const searchedPassages = 5;

export async function measureDocs(
  node: OpenedNode,
  { set, root }: { set: QuestionSet; root: string },
): Promise<SetScore> {
  const outcomes = await scoreAnswers(node.ask, node.projectId, set);
  const asked = outcomes.filter((one) => one.expected.length > 0);
  const others = outcomes.filter((one) => one.expected.length === 0);
  const withFacts = asked.filter((one) => one.facts.length > 0);
  const citations = outcomes.flatMap((one) => one.citations);
  return {
    name: set.name,
    answerable: asked.length,
    retrieved: await countRetrieved(node, asked),
    right: asked.filter((one) => one.right).length,
    answered: asked.filter((one) => one.direct).length,
    helped: asked.filter((one) => !one.declined).length,
    factsAsked: withFacts.length,
    factsTold: withFacts.filter((one) => tellsFacts(one.text, one.facts)).length,
    citations: citations.length,
    supported: citations.filter((citation) => citation.supported).length,
    unanswerable: others.length,
    abstained: others.filter((one) => !one.direct).length,
    declined: others.filter((one) => one.declined).length,
    exactness: exactnessOf(outcomes, root),
    outcomes,
  };
}

async function countRetrieved(node: OpenedNode, asked: Outcome[]): Promise<number> {
  let found = 0;
  for (const { question, expected } of asked) {
    const paths = await topPaths(node, question);
    if (paths.some((path) => expected.includes(path))) found += 1;
  }
  return found;
}

export async function topPaths(node: OpenedNode, text: string): Promise<string[]> {
  const query = { text, hints: [], liftPaths: [], filter: {}, limit: searchedPassages };
  const { hits } = await node.search.search(node.revisionId, query);
  return hits.map((hit) => hit.passage.path);
}

/** Declined questions cite nothing, and there is nothing to compare. */
function exactnessOf(outcomes: Outcome[], root: string): Exactness {
  const sum: Exactness = { total: 0, inLines: 0, inPage: 0, elsewhere: [] };
  for (const outcome of outcomes.filter((one) => one.citations.length > 0)) {
    const one = checkSentences(outcome, (path) => readFileSync(join(root, path), "utf8"));
    sum.total += one.total;
    sum.inLines += one.inLines;
    sum.inPage += one.inPage;
    sum.elsewhere.push(...one.elsewhere.map((text) => `${outcome.id}: ${text}`));
  }
  return sum;
}
