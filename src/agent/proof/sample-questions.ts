import { posix } from "node:path";
import type { GateQuestion } from "../../contract/gate.ts";
import { questionKey } from "../../gate/questions/question-key.ts";
import { questionsFile, readQuestions } from "../../gate/questions/read-questions.ts";
import { stripIdentity } from "../../gate/questions/strip-identity.ts";
import { readFileAt } from "../../git/read/read-file-at.ts";
import type { Database } from "../../store/database.ts";
import { readersQuestions } from "../../store/jobs/readers-questions.ts";

type Sample = {
  projectId: string;
  /** Where the docs stand, and the commit to read their own questions at. */
  repository: { path: string; docsFolder: string };
  commit: string;
  /** Pages that the change touches, as citations name them. */
  changedPaths: ReadonlySet<string>;
  most: number;
};

/** A question and the pages that its answer rests on, or should. */
type Known = { question: GateQuestion; paths: string[] };

const mostRead = 1_000;
const longestQuestion = 2_000;
/** It is read on the thread that everybody waits for. */
const longestFile = 200_000;

/**
 * Questions that a change may touch: those answered from its pages first, then from their neighbours, then the others;
 * among them those that the docs' own set holds, then those that readers ask most.
 */
export async function sampleQuestions(db: Database, sample: Sample): Promise<GateQuestion[]> {
  const { changedPaths, most } = sample;
  if (most === 0) return [];
  const folders = new Set([...changedPaths].map((path) => posix.dirname(path)));
  const nearness = ({ paths }: Known) => {
    if (paths.some((path) => changedPaths.has(path))) return 2;
    return paths.some((path) => folders.has(posix.dirname(path))) ? 1 : 0;
  };
  const known = new Map<string, Known>();
  for (const one of [...(await writtenDown(sample)), ...(await askedByReaders(db, sample))])
    if (!known.has(questionKey(one.question.question)))
      known.set(questionKey(one.question.question), one);
  return [...known.values()]
    .map((one) => ({ ...one, near: nearness(one) }))
    .sort((one, other) => other.near - one.near || orderOf(one) - orderOf(other))
    .slice(0, most)
    .map(({ question }) => question);
}

function orderOf({ question: { asked } }: Known): number {
  return asked === 0 ? Number.NEGATIVE_INFINITY : -asked;
}

async function writtenDown({ repository, commit }: Sample): Promise<Known[]> {
  const folders = new Set(["", repository.docsFolder]);
  const found: Known[] = [];
  for (const folder of folders) {
    const path = posix.join(folder, questionsFile);
    const text = await readFileAt(repository.path, { commit, path });
    if (text === undefined || text.length > longestFile) continue;
    const { questions } = readQuestions(text);
    found.push(...questions.map((question) => ({ question, paths: question.pages })));
  }
  return found;
}

async function askedByReaders(db: Database, { projectId }: Sample): Promise<Known[]> {
  const counted = new Map<string, Known>();
  for (const { question: asked, paths } of await readersQuestions(db, projectId, mostRead)) {
    // They stand in the change, where the readers' names and addresses have no place.
    const question = stripIdentity(asked.slice(0, longestQuestion));
    if (question === "" || asked.length > longestQuestion) continue;
    const key = questionKey(question);
    const known = counted.get(key) ?? { question: { ...plain, question }, paths };
    counted.set(key, {
      ...known,
      question: { ...known.question, asked: known.question.asked + 1 },
    });
  }
  return [...counted.values()];
}

const plain = { pages: [], words: [], unanswered: false, asked: 0, line: 0 };
