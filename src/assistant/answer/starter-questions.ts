import { type Actor, permit, permitReading } from "../../lib/actor.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import { mainEditions } from "../../search/rank/choose-editions.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import { findPage, type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import { passagesOfBlobs } from "../../store/docs/passages.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import { weighEvidence } from "./evidence.ts";
import { headingQuestion } from "./suggest-questions.ts";

export type StarterQuestions = {
  /** For the dashboard. */
  ofProject(actor: Actor, projectId: string): Promise<string[]>;
  /** For a reader, those of the page that is being read first; "" for no page in particular. */
  ofPage(actor: Actor, wanted: { projectId: string; path: string }): Promise<string[]>;
};

type Deps = {
  db: Database;
  search: Search;
  /** The path of the page at a path or an address of the site. */
  pageAt(actor: Actor, projectId: string, path: string): Promise<string | undefined>;
};

const mostQuestions = 4;
const mostTried = 12;
/** The first pages of the navigation are those that a reader begins with. */
const mostPages = 30;
/** Of all projects and pages together. */
const keptQuestions = 10_000;

/** Questions to begin with, from the headings of a project's own pages: only what the docs answer, once for a revision. */
export function createStarterQuestions(deps: Deps): StarterQuestions {
  const kept = createWeightedCache<Promise<string[]>>(keptQuestions);
  const once = (key: string, make: () => Promise<string[]>) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made, mostQuestions);
    made.catch(() => kept.delete(key));
    return made;
  };
  const general = (place: Place) => once(place.revisionId, () => questionsOfAll(deps, place));
  return {
    async ofProject(actor, projectId) {
      permitReading(actor, projectId);
      const place = placeOf(await findProject(deps.db, projectId));
      return place ? general(place) : [];
    },
    async ofPage(actor, { projectId, path }) {
      permit(actor, "assistant", projectId);
      const place = placeOf(await findProject(deps.db, projectId));
      if (!place) return [];
      const page = path === "" ? undefined : await deps.pageAt(actor, projectId, path);
      if (page === undefined) return general(place);
      const key = `${place.revisionId} ${page}`;
      const own = await once(key, () => questionsOfPage(deps, place, page));
      return own.length > 0 ? own : general(place);
    },
  };
}

type Place = { projectId: string; revisionId: string };

function placeOf(project: Project | undefined): Place | undefined {
  const revisionId = project?.currentRevisionId;
  return project && revisionId ? { projectId: project.id, revisionId } : undefined;
}

async function questionsOfAll(deps: Deps, place: Place): Promise<string[]> {
  const all = await visiblePages(deps.db, place.revisionId);
  const some = mainEditions(all).toSorted(byPosition).slice(0, mostPages);
  const headings = await headingsOf(deps.db, place.projectId, some);
  return answered(deps, place, { candidates: inTurn(some, headings), liftPaths: [] });
}

async function questionsOfPage(deps: Deps, place: Place, path: string): Promise<string[]> {
  const page = await findPage(deps.db, place.revisionId, [path]);
  if (!page) return [];
  const headings = await headingsOf(deps.db, place.projectId, [page]);
  const questions = questionsFrom(page, headings).map((question) => ({ path, question }));
  return answered(deps, place, { candidates: tasksFirst(questions), liftPaths: [path] });
}

/** Those of the candidates that their own page answers. */
async function answered(
  { search }: Deps,
  { revisionId }: Place,
  { candidates, liftPaths }: { candidates: Candidate[]; liftPaths: string[] },
): Promise<string[]> {
  const chosen: string[] = [];
  for (const { path, question } of candidates.slice(0, mostTried)) {
    const query = { text: question, hints: [], liftPaths, filter: {}, limit: 5 };
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
  const found = pages.flatMap((page): Candidate[] => {
    const fresh = questionsFrom(page, headings).filter((one) => !asked.has(one.toLowerCase()));
    const question = fresh.find((one) => !isTopic(one)) ?? fresh[0];
    if (question === undefined) return [];
    asked.add(question.toLowerCase());
    return [{ path: page.path, question }];
  });
  return tasksFirst(found);
}

function questionsFrom(
  { title, blobHash }: Pick<VisiblePage, "title" | "blobHash">,
  headings: Map<string, string[]>,
): string[] {
  const all = [title, ...(headings.get(blobHash) ?? [])];
  return [...new Set(all.flatMap((heading) => headingQuestion(heading) ?? []))];
}

function tasksFirst(candidates: Candidate[]): Candidate[] {
  return candidates.toSorted((left, right) => +isTopic(left.question) - +isTopic(right.question));
}

function isTopic(question: string): boolean {
  return question.startsWith("What should I know");
}
