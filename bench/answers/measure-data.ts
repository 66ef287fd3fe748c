import type { DataSet } from "../retrieval/data-set.ts";
import { type Answered, askQuestion } from "./ask-question.ts";
import { topPaths } from "./measure-docs.ts";
import type { OpenedNode } from "./open-node.ts";

export type DataScore = {
  name: string;
  asked: number;
  /** A relevant one is among the first five passages. */
  retrieved: number;
  answered: number;
  declined: number;
  /** Of those answered without reserve: the first citation is relevant, or any is. */
  firstRelevant: number;
  anyRelevant: number;
  citations: number;
  supported: number;
};

type Judged = { text: string; relevant: ReadonlySet<string> };

/** Asks the queries of a set with judgements; an answer is good when what it cites was judged relevant. */
export async function measureData(node: OpenedNode, set: DataSet): Promise<DataScore> {
  const judged = set.queries.flatMap((query): Judged[] => {
    const relevant = Object.entries(set.qrels[query.id] ?? {}).filter(([, gain]) => gain > 0);
    if (relevant.length === 0) return [];
    return [{ text: query.text, relevant: new Set(relevant.map(([id]) => id)) }];
  });
  const score = emptyScore(set.name, judged.length);
  for (const { text, relevant } of judged) {
    const isRelevant = (path: string) => relevant.has(path.replace(/\.md$/, ""));
    if ((await topPaths(node, text)).some(isRelevant)) score.retrieved += 1;
    addAnswer(score, await askQuestion(node.ask, node.projectId, text), isRelevant);
  }
  return score;
}

function addAnswer(score: DataScore, answer: Answered, isRelevant: (path: string) => boolean) {
  const supported = answer.citations.filter((citation) => citation.supported);
  score.citations += answer.citations.length;
  score.supported += supported.length;
  if (answer.declined) score.declined += 1;
  if (!answer.direct) return;
  score.answered += 1;
  const paths = supported.map((citation) => citation.path);
  if (paths.slice(0, 1).some(isRelevant)) score.firstRelevant += 1;
  if (paths.some(isRelevant)) score.anyRelevant += 1;
}

function emptyScore(name: string, asked: number): DataScore {
  const counts = { retrieved: 0, answered: 0, declined: 0, firstRelevant: 0, anyRelevant: 0 };
  return { name, asked, ...counts, citations: 0, supported: 0 };
}

/** A passage is found by its page alone, so where docs are judged one by one each becomes a page. */
export function asPages(set: DataSet): DataSet["docs"] {
  return set.docs.map((doc) => ({ ...doc, page: set.level === "doc" ? doc.id : doc.page }));
}
