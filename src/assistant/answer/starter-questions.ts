import { type Actor, permitReading } from "../../lib/actor.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import { mainEditions } from "../../search/rank/choose-editions.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import { type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import { passagesOfBlobs } from "../../store/docs/passages.ts";
import { findProject } from "../../store/docs/projects.ts";
import { weighEvidence } from "./evidence.ts";
import { headingQuestion } from "./suggest-questions.ts";

export type StarterQuestions = (actor: Actor, projectId: string) => Promise<string[]>;

const mostQuestions = 4;
const mostTried = 12;
/** The first pages of the navigation are those that a reader begins with. */
const mostPages = 30;
/** Of all projects together. */
const keptQuestions = 1_000;

/** Questions to begin with, from the headings of a project's own pages: only what the docs answer, once for a revision. */
export function createStarterQuestions(deps: { db: Database; search: Search }): StarterQuestions {
  const kept = createWeightedCache<Promise<string[]>>(keptQuestions);
  return async (actor, projectId) => {
    permitReading(actor, projectId);
    const revisionId = (await findProject(deps.db, projectId))?.currentRevisionId;
    if (!revisionId) return [];
    const known = kept.get(revisionId);
    if (known !== undefined) return known;
    const made = chooseQuestions(deps, { projectId, revisionId });
    kept.set(revisionId, made, mostQuestions);
    made.catch(() => kept.delete(revisionId));
    return made;
  };
}

type Place = { projectId: string; revisionId: string };

async function chooseQuestions(
  { db, search }: { db: Database; search: Search },
  { projectId, revisionId }: Place,
): Promise<string[]> {
  const pages = mainEditions(await visiblePages(db, revisionId)).toSorted(byPosition);
  const some = pages.slice(0, mostPages);
  const headings = await headingsOf(db, projectId, some);
  const chosen: string[] = [];
  for (const { path, question } of inTurn(some, headings).slice(0, mostTried)) {
    const query = { text: question, hints: [], liftPaths: [], filter: {}, limit: 5 };
    const found = await search.search(revisionId, query);
    const isOwn = found.hits[0]?.passage.path === path;
    if (!isOwn || weighEvidence(found, { question, leans: false }) !== "enough") continue;
    chosen.push(question);
    if (chosen.length === mostQuestions) break;
  }
  return chosen;
}

function byPosition(left: VisiblePage, right: VisiblePage): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (left.position ?? last) - (right.position ?? last);
}

async function headingsOf(
  db: Database,
  projectId: string,
  pages: VisiblePage[],
): Promise<Map<string, string[]>> {
  const hashes = pages.map(({ blobHash }) => blobHash);
  const byBlob = Map.groupBy(await passagesOfBlobs(db, projectId, hashes), (one) => one.blobHash);
  return new Map(
    [...byBlob].map(([hash, passages]) => [
      hash,
      passages.flatMap(({ headings }) => headings.at(-1) ?? []),
    ]),
  );
}

type Candidate = { path: string; question: string };

/** The best question of each page, page after page; tasks and questions before mere topics. */
function inTurn(pages: VisiblePage[], headings: Map<string, string[]>): Candidate[] {
  const asked = new Set<string>();
  const found = pages.flatMap(({ path, title, blobHash }): Candidate[] => {
    const questions = [title, ...(headings.get(blobHash) ?? [])].flatMap(
      (heading) => headingQuestion(heading) ?? [],
    );
    const fresh = questions.filter((one) => !asked.has(one.toLowerCase()));
    const question = fresh.find((one) => !isTopic(one)) ?? fresh[0];
    if (question === undefined) return [];
    asked.add(question.toLowerCase());
    return [{ path, question }];
  });
  return found.sort((left, right) => +isTopic(left.question) - +isTopic(right.question));
}

function isTopic(question: string): boolean {
  return question.startsWith("What should I know");
}
