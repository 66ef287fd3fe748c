import { setImmediate } from "node:timers/promises";
import type { Database } from "../../store/database.ts";
import { pathsApart } from "../../store/docs/page-overlays.ts";
import { byPath, type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import { type PassageEntry, passagesOfBlobs } from "../../store/docs/passages.ts";
import { sourceBaseUrls } from "../../store/docs/sources.ts";
import { mainEditions } from "../rank/choose-editions.ts";
import { emptyKeywordIndex } from "../rank/keyword.ts";
import { aboutPages, languageOf } from "./about-pages.ts";
import { arrangeKeywords, type KeywordEntry } from "./arrange-keywords.ts";
import { arrangePassages } from "./arrange-passages.ts";
import { type ProjectIndex, pagesBytes } from "./project-index.ts";

export type LoadInput = {
  projectId: string;
  revisionId: string;
  dimensions: number;
  /** Whether a configured embedder will look for its vectors. */
  keepHashes: boolean;
  /** An index of the same project: what did not change is taken from it. */
  from?: ProjectIndex | undefined;
  /** What the index may take; pages for which there is no memory are not found. */
  memoryBytes: number;
  /** Told what it takes while it is made. */
  onGrow?(bytes: number): void;
};

const pagesAtOnce = 40;

/**
 * Brings the revision's passages into memory. What it gives does not depend on the index it started from. Where they
 * are too many, those of older versions and of translations stay out first.
 */
export async function loadIndex(db: Database, input: LoadInput): Promise<ProjectIndex> {
  const pages = await pagesOf(db, input);
  const whole = await fillIndex(db, input, pages);
  if (whole.leftOut === 0) return whole;
  // The words of pages that are gone count as well: without them there may be room enough.
  const fresh = { ...input, from: undefined };
  const again = input.from ? await fillIndex(db, fresh, pages) : whole;
  const main = new Set(mainEditions(pages));
  if (again.leftOut === 0 || main.size === pages.length) return again;
  return fillIndex(db, fresh, pages, (page) => main.has(page));
}

/** Of a revision near that of the other index only the pages are read that may be different. */
async function pagesOf(db: Database, input: LoadInput): Promise<VisiblePage[]> {
  const { projectId, revisionId, from } = input;
  const apart = from && (await pathsApart(db, from.revisionId, revisionId));
  if (from === undefined || apart === undefined) return visiblePages(db, revisionId);
  const changed = await visiblePages(db, revisionId, [...apart]);
  const baseUrls = await sourceBaseUrls(db, projectId);
  for (const page of from.pages) {
    if (apart.has(page.path)) continue;
    const baseUrl = baseUrls.get(page.sourceId) ?? "";
    changed.push(page.baseUrl === baseUrl ? page : { ...page, baseUrl });
  }
  return changed.sort(byPath);
}

async function fillIndex(
  db: Database,
  input: LoadInput,
  pages: VisiblePage[],
  isWanted: (page: VisiblePage) => boolean = () => true,
): Promise<ProjectIndex> {
  const { projectId, revisionId, from } = input;
  const kept = keptPages(from, pages);
  const keywords = arrangeKeywords(from?.keyword ?? emptyKeywordIndex());
  const passages = arrangePassages(from, input);
  const ownBytes = pagesBytes(pages);
  let [leftOut, isFull] = [0, false];
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const taken = new Set(some.filter((page) => !isFull && isWanted(page)));
    leftOut += some.length - taken.size;
    const changed = [...taken].filter((page) => !kept.has(page.path));
    const fresh = await freshPassages(db, projectId, changed);
    for (const page of some) {
      passages.startPage();
      if (!taken.has(page)) continue;
      const slots = kept.get(page.path);
      for (let slot = slots?.start ?? 0; slot < (slots?.end ?? 0); slot += 1) {
        keywords.keep(slot);
        passages.keep(slot);
      }
      if (slots !== undefined) continue;
      for (const passage of fresh.get(page.blobHash) ?? []) {
        keywords.add(entryOf(page, passage));
        passages.add(passage);
      }
    }
    const bytes = ownBytes + keywords.bytes() + passages.bytes();
    input.onGrow?.(bytes);
    isFull ||= bytes > input.memoryBytes;
    // The store may answer within this turn of the event loop; searches in other indexes wait for the next one.
    if (fresh.size > 0) await setImmediate();
  }
  return {
    projectId,
    revisionId,
    pages,
    ...aboutPages(pages, from),
    leftOut,
    keyword: keywords.finish(),
    ...passages.finish(),
  };
}

function entryOf(page: VisiblePage, passage: PassageEntry): KeywordEntry {
  const { headings, text, ordinal } = passage;
  const { title, path } = page;
  const description = ordinal === 0 ? page.description : "";
  const keywords = keywordsOf(page);
  return { title, path, headings, text, description, keywords, language: languageOf(page) };
}

const longestKeywords = 2_000;

/** Words that readers may use for what the page is about, from its front matter. */
function keywordsOf({ metadata }: VisiblePage): string {
  const named = [metadata.keywords, metadata.tags].flat();
  return named
    .filter((word) => typeof word === "string")
    .join("\n")
    .slice(0, longestKeywords);
}

type Slots = { start: number; end: number };

/** Slots of pages that are the same in everything that is searched. */
function keptPages(from: ProjectIndex | undefined, pages: VisiblePage[]): Map<string, Slots> {
  const kept = new Map<string, Slots>();
  if (!from) return kept;
  const places = new Map(from.pages.map((page, place) => [page.path, place]));
  for (const page of pages) {
    const place = places.get(page.path);
    const old = place === undefined ? undefined : from.pages[place];
    if (place === undefined || old?.blobHash !== page.blobHash || old.title !== page.title)
      continue;
    const start = from.firstSlots[place] ?? 0;
    kept.set(page.path, { start, end: from.firstSlots[place + 1] ?? start });
  }
  return kept;
}

async function freshPassages(
  db: Database,
  projectId: string,
  pages: VisiblePage[],
): Promise<Map<string, PassageEntry[]>> {
  const hashes = [...new Set(pages.map((page) => page.blobHash))];
  const passages = hashes.length === 0 ? [] : await passagesOfBlobs(db, projectId, hashes);
  return Map.groupBy(passages, (passage) => passage.blobHash);
}
