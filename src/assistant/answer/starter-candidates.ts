import { mainEditions } from "../../search/rank/choose-editions.ts";
import type { Database } from "../../store/database.ts";
import { type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import { headedTexts } from "../../store/docs/passages.ts";
import { headingQuestion, type WordForms, wordForms } from "./heading-question.ts";

export type Place = { projectId: string; revisionId: string };

/** The first pages of the navigation are those that a reader begins with. */
const mostPages = 40;
/** Nobody begins with these. */
const unasked =
  /(?:^|-)(?:change-?log|release-notes?|releases|upgrading|contributing|code-of-conduct|licen[cs]e|governance|roadmap|credits|sponsors?|insiders|deprecated|deprecations?|whats-new)(?:-|$)/i;
const longestName = 500;
/** What could be asked first, best first, by the headings alone: whether the docs answer it is for a search to say. */
export async function starterCandidates(
  db: Database,
  place: Place,
  pages = mostPages,
): Promise<Candidate[]> {
  const all = await visiblePages(db, place.revisionId);
  const some = mainEditions(all)
    .filter(({ path, title }) => !unasked.test(joined(path)) && !unasked.test(joined(title)))
    .toSorted(byPosition)
    .slice(0, pages);
  return inTurn(some, await headingsOf(db, place.projectId, some));
}

function joined(text: string): string {
  return text
    .slice(0, longestName)
    .split(/[\s/_.-]+/)
    .join("-");
}

function byPosition(left: VisiblePage, right: VisiblePage): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (left.position ?? last) - (right.position ?? last);
}

/** Headings by the hash of their page, and how these pages write words. */
type Read = { headings: Map<string, string[]>; forms: WordForms };

export async function headingsOf(
  db: Database,
  projectId: string,
  pages: VisiblePage[],
): Promise<Read> {
  const hashes = pages.map(({ blobHash }) => blobHash);
  const passages = await headedTexts(db, projectId, hashes);
  const byBlob = Map.groupBy(passages, (one) => one.blobHash);
  const headings = new Map(
    [...byBlob].map(([hash, own]) => [
      hash,
      own.flatMap(({ headings: above, laterHeadings }) => [
        ...above.slice(-1),
        ...laterHeadings.map(({ heading }) => heading),
      ]),
    ]),
  );
  return { headings, forms: wordForms(passages.map(({ text }) => text)) };
}

export type Candidate = { path: string; question: string };

/** The best question of each page, page after page; tasks and questions before mere topics, and none that is nearly another. */
function inTurn(pages: VisiblePage[], read: Read): Candidate[] {
  const asked: Set<string>[] = [];
  const found = pages.flatMap((page): Candidate[] => {
    const fresh = questionsFrom(page, read).filter((one) => !asked.some(isNear(wordsOf(one))));
    const question = fresh.find((one) => !isTopic(one)) ?? fresh[0];
    if (question === undefined) return [];
    asked.push(wordsOf(question));
    return [{ path: page.path, question }];
  });
  return tasksFirst(found);
}

function wordsOf(question: string): Set<string> {
  return new Set(question.toLowerCase().match(/[\p{L}\d]+/gu));
}

const nearShare = 0.7;

function isNear(words: Set<string>): (other: Set<string>) => boolean {
  return (other) => words.intersection(other).size >= nearShare * Math.max(words.size, other.size);
}

export function questionsFrom(
  { title, blobHash }: Pick<VisiblePage, "title" | "blobHash">,
  { headings, forms }: Read,
): string[] {
  const all = [title, ...(headings.get(blobHash) ?? [])];
  return [...new Set(all.flatMap((heading) => headingQuestion(heading, forms) ?? []))];
}

export function tasksFirst(candidates: Candidate[]): Candidate[] {
  return candidates.toSorted((left, right) => +isTopic(left.question) - +isTopic(right.question));
}

function isTopic(question: string): boolean {
  return question.startsWith("What should I know");
}
