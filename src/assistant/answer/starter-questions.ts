import { type Actor, permit, permitReading } from "../../lib/actor.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import { findPage } from "../../store/docs/pages.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import { weighEvidence } from "./evidence.ts";
import {
  type Candidate,
  headingsOf,
  type Place,
  questionsFrom,
  starterCandidates,
  tasksFirst,
} from "./starter-candidates.ts";

export type StarterQuestions = {
  /** For the dashboard. */
  ofProject(actor: Actor, projectId: string, most?: number): Promise<string[]>;
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
/** Searches for each question that is wanted. */
const triedForEach = 4;
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
  const general = (place: Place, most = mostQuestions) =>
    once(`${place.revisionId} ${most}`, () => questionsOfAll(deps, place, most));
  return {
    async ofProject(actor, projectId, most) {
      permitReading(actor, projectId);
      const place = placeOf(await findProject(deps.db, projectId));
      return place ? general(place, most) : [];
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

function placeOf(project: Project | undefined): Place | undefined {
  const revisionId = project?.currentRevisionId;
  return project && revisionId ? { projectId: project.id, revisionId } : undefined;
}

async function questionsOfAll(deps: Deps, place: Place, most: number): Promise<string[]> {
  const candidates = await starterCandidates(deps.db, place);
  return answered(deps, place, { candidates, liftPaths: [], most });
}

async function questionsOfPage(deps: Deps, place: Place, path: string): Promise<string[]> {
  const page = await findPage(deps.db, place.revisionId, [path]);
  if (!page) return [];
  const read = await headingsOf(deps.db, place.projectId, [page]);
  const questions = questionsFrom(page, read).map((question) => ({ path, question }));
  const candidates = tasksFirst(questions);
  return answered(deps, place, { candidates, liftPaths: [path], most: mostQuestions });
}

type Wanted = { candidates: Candidate[]; liftPaths: string[]; most: number };

/** Those of the candidates that their own page answers. */
async function answered(
  { search }: Deps,
  { revisionId }: Place,
  { candidates, liftPaths, most }: Wanted,
): Promise<string[]> {
  const chosen: string[] = [];
  for (const { path, question } of candidates.slice(0, most * triedForEach)) {
    const query = { text: question, hints: [], liftPaths, filter: {}, limit: 5 };
    const found = await search.search(revisionId, query);
    const isOwn = found.hits[0]?.passage.path === path;
    if (!isOwn || weighEvidence(found, { question, leans: false }) !== "enough") continue;
    chosen.push(question);
    if (chosen.length === most) break;
  }
  return chosen;
}
