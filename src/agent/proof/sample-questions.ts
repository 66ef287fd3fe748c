import { posix } from "node:path";
import type { GateQuestion } from "../../contract/gate.ts";
import type { Database } from "../../store/database.ts";
import { type ReadersQuestion, readersQuestions } from "../../store/jobs/readers-questions.ts";

type Sample = {
  projectId: string;
  /** Pages that the change touches, as citations name them. */
  changedPaths: ReadonlySet<string>;
  most: number;
};

const mostRead = 1_000;
const longestQuestion = 2_000;

/** What readers ask that a change may touch: questions answered from its pages first, then from their neighbours, then the most asked. */
export async function sampleQuestions(
  db: Database,
  { projectId, changedPaths, most }: Sample,
): Promise<GateQuestion[]> {
  if (most === 0) return [];
  const known = new Map<string, Counted>();
  for (const one of await readersQuestions(db, projectId, mostRead)) {
    if (one.question.length > longestQuestion) continue;
    const key = wordsOf(one.question);
    const counted = known.get(key) ?? { ...one, asked: 0 };
    known.set(key, { ...counted, asked: counted.asked + 1 });
  }
  const folders = new Set([...changedPaths].map((path) => posix.dirname(path)));
  const nearness = ({ paths }: ReadersQuestion) => {
    if (paths.some((path) => changedPaths.has(path))) return 2;
    return paths.some((path) => folders.has(posix.dirname(path))) ? 1 : 0;
  };
  return [...known.values()]
    .sort((one, other) => nearness(other) - nearness(one) || other.asked - one.asked)
    .slice(0, most)
    .map(({ question, asked }) => ({ ...plain, question, asked }));
}

type Counted = ReadersQuestion & { asked: number };

const plain = { pages: [], words: [], unanswered: false, line: 0 };

function wordsOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
