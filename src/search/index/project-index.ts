import type { VisiblePage } from "../../store/docs/pages.ts";
import type { Language } from "../../text/language.ts";
import { type KeywordIndex, keywordBytes } from "../rank/keyword.ts";
import type { PagesByKey } from "../rank/lifted-paths.ts";
import type { PageKind } from "../rank/page-kind.ts";
import type { VectorIndex } from "../rank/vector.ts";
import type { IndexEditions } from "./read-editions.ts";

/** Everything needed to rank the passages of one revision. Texts stay in the store: only hits are read. */
export type ProjectIndex = {
  projectId: string;
  revisionId: string;
  /** By path. */
  pages: VisiblePage[];
  pagesByKey: PagesByKey;
  /** Undefined where every page exists in one version and one language. */
  editions: IndexEditions | undefined;
  /** Whether each page is an article, or something that steps back where nobody asks for it. */
  pageKinds: PageKind[];
  /** The passage of each slot, and the page it stands on. */
  passageIds: string[];
  pageOf: Uint32Array;
  /** First slot of each page, and one past the last page's end. */
  firstSlots: Uint32Array;
  keyword: KeywordIndex;
  vectors: VectorIndex;
  /** Vectors of the configured embedder, as far as they have come. */
  provided: ProvidedVectors | undefined;
  /** Identity of each slot's text, by which a configured embedder's vectors are stored; empty when there is none. */
  textHashes: string[];
  /** Languages the pages are written in, the most common first. */
  languages: Language[];
  /** How many pages cannot be found, because there was no memory for their passages. */
  leftOut: number;
};

export type ProvidedVectors = {
  index: VectorIndex;
  /** 1 for slots whose vector has come. */
  isThere: Uint8Array;
};

export const bytesPerPassage = 80;
const bytesPerPage = 700;

export function indexBytes(index: ProjectIndex): number {
  const { keyword, vectors, provided, pages, passageIds, textHashes } = index;
  return (
    keywordBytes(keyword) +
    vectors.bytes +
    (provided?.index.bytes ?? 0) +
    (textHashes.length + passageIds.length) * bytesPerPassage +
    pagesBytes(pages)
  );
}

export function pagesBytes(pages: VisiblePage[]): number {
  const texts = pages.reduce((sum, page) => sum + page.path.length + page.title.length, 0);
  return pages.length * bytesPerPage + 2 * texts;
}
