import { setImmediate } from "node:timers/promises";
import { wantedAudience } from "../contract/insights/analytics.ts";
import type {
  CitedPage,
  CitedPageList,
  CitedPageQuery,
  PageSort,
} from "../contract/insights/pages.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { pageUrl } from "../search/page-url.ts";
import {
  type CitationRange,
  countCitations,
  countRatedCitations,
} from "../store/answers/cited-pages.ts";
import { countPageRatings, pageComments } from "../store/answers/page-ratings.ts";
import type { Database } from "../store/database.ts";
import { titledPages } from "../store/docs/pages.ts";
import { findProject, type Project } from "../store/docs/projects.ts";
import { chosenDays } from "./chosen-days.ts";
import { zoneDays } from "./zone-days.ts";

const usualPage = 50;
const countedAtOnce = 7;

type Deps = { db: Database; clock: Clock; publicUrl: string };

/** The pages of the docs by how answers use them: cited most, never, or with answers that readers did not like. */
export async function listCitedPages(
  deps: Deps,
  actor: Actor,
  input: { projectId: string; query: CitedPageQuery },
): Promise<CitedPageList> {
  permitReading(actor, input.projectId);
  const { query } = input;
  const pages = await countPages(deps, input);
  const current = pages.filter(({ isCurrent }) => isCurrent);
  const cited = current.filter((page) => page.cited > 0).length;
  const words = (query.q ?? "").toLowerCase();
  const wanted = pages
    .filter(belongsTo[query.sort])
    .filter(({ path, title }) => `${title}\n${path}`.toLowerCase().includes(words))
    .sort(order[query.sort]);
  const start = readPlace(query.cursor);
  const end = start + (query.limit ?? (query.format === "csv" ? wanted.length : usualPage));
  return {
    pages: wanted.slice(start, end),
    total: {
      ...{ pages: current.length, cited, never: current.length - cited },
      down: pages.filter(({ down }) => down > 0).length,
      rated: pages.filter(belongsTo.rated).length,
    },
    nextCursor: end < wanted.length ? String(end) : "",
  };
}

const belongsTo: Record<PageSort, (page: CitedPage) => boolean> = {
  cited: ({ cited }) => cited > 0,
  never: ({ cited, isCurrent }) => cited === 0 && isCurrent,
  down: ({ down }) => down > 0,
  rated: ({ pageUp, pageDown }) => pageUp + pageDown > 0,
};

const byPath = (left: CitedPage, right: CitedPage) => (left.path < right.path ? -1 : 1);
const order: Record<PageSort, (left: CitedPage, right: CitedPage) => number> = {
  cited: (left, right) => right.cited - left.cited || byPath(left, right),
  never: byPath,
  down: (left, right) => right.down - left.down || right.cited - left.cited || byPath(left, right),
  rated: (left, right) =>
    right.pageDown - left.pageDown || right.pageUp - left.pageUp || byPath(left, right),
};

/** Every page of the docs, and those that were cited in the range and are gone. */
async function countPages(
  deps: Deps,
  { projectId, query }: { projectId: string; query: CitedPageQuery },
): Promise<CitedPage[]> {
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "There is no such project.");
  const pages = new Map<string, CitedPage>();
  for (const page of await currentPages(deps, project)) pages.set(page.path, page);
  const pageAt = (path: string) => {
    const page = pages.get(path) ?? emptyPage({ path, title: path, url: "", isCurrent: false });
    pages.set(path, page);
    return page;
  };
  for await (const range of rangesOf(deps, projectId, query)) {
    for (const { path, answers, lastAskedAt } of await countCitations(deps.db, range)) {
      const page = pageAt(path);
      page.cited += answers;
      page.lastCitedAt = lastAskedAt;
    }
    for (const { path, rating, answers } of await countRatedCitations(deps.db, range))
      pageAt(path)[rating] += answers;
    await addOwnRatings(deps, range, pageAt);
  }
  return [...pages.values()];
}

const mostComments = 500;
const commentsOfPage = 5;

/** What readers think of the pages themselves. */
async function addOwnRatings(
  { db }: Deps,
  range: CitationRange,
  pageAt: (path: string) => CitedPage,
): Promise<void> {
  for (const { path, rating, times } of await countPageRatings(db, range))
    pageAt(path)[rating === "up" ? "pageUp" : "pageDown"] += times;
  const said = await pageComments(db, { ...range, limit: mostComments });
  for (const { path, rating, comment, createdAt } of said.toReversed()) {
    const page = pageAt(path);
    const fresh = { rating, comment, at: createdAt };
    page.comments = [fresh, ...page.comments].slice(0, commentsOfPage);
  }
}

async function currentPages({ db, publicUrl }: Deps, project: Project): Promise<CitedPage[]> {
  if (project.currentRevisionId === null) return [];
  const pages = await titledPages(db, project.currentRevisionId);
  return pages.map((page) =>
    emptyPage({
      path: page.path,
      title: page.title,
      url: pageUrl(publicUrl, project, page),
      isCurrent: true,
    }),
  );
}

function emptyPage(page: Pick<CitedPage, "path" | "title" | "url" | "isCurrent">): CitedPage {
  const own = { pageUp: 0, pageDown: 0, comments: [] };
  return { ...page, cited: 0, up: 0, down: 0, lastCitedAt: null, ...own };
}

/** The range a week at a time, oldest first: the embedded store holds up the whole process while it counts. */
async function* rangesOf(
  { clock }: Deps,
  projectId: string,
  query: CitedPageQuery,
): AsyncGenerator<CitationRange> {
  const zone = query.zone ?? "UTC";
  const { from, to } = chosenDays(query, clock.now());
  const days = zoneDays(from, to, zone);
  const audience = wantedAudience(query.audience);
  for (let start = 0; start < days.length; start += countedAtOnce) {
    const some = days.slice(start, start + countedAtOnce);
    const [first, last] = [some[0], some.at(-1)];
    if (first && last) yield { projectId, audience, from: first.starts, until: last.ends };
    await setImmediate();
  }
}

function readPlace(cursor = ""): number {
  if (cursor === "") return 0;
  if (/^\d{1,7}$/.test(cursor)) return Number(cursor);
  throw new AppError("invalid_request", "cursor takes the nextCursor of an earlier reply.", {
    details: [{ path: "cursor", message: "Not a cursor of this list." }],
  });
}
