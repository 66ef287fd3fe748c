import type { VisiblePage } from "../store/docs/pages.ts";
import type { PassageText } from "../store/docs/passages.ts";

/** A passage with its page, as the assistant quotes it. */
export type Passage = PassageText &
  Pick<
    VisiblePage,
    "path" | "title" | "description" | "metadata" | "address" | "baseUrl" | "section"
  >;

export type SearchQuery = {
  /** What the reader asks, in full. */
  text: string;
  /** Further text that steers the ranking with less weight: earlier questions, selected code. */
  hints: { text: string; weight: number }[];
  /** Pages the reader is on or points at; matched against page paths, never opened. */
  liftPaths: string[];
  /** Page metadata that must match; an array means any of. */
  filter: Record<string, FilterValue>;
  /** The configured embedder has given no vector, and is not asked again. */
  withoutEmbedder?: boolean;
  /** Every version of the docs, where a reader would be shown one. */
  allVersions?: boolean;
  /** Somebody is typing it: the last word may be unfinished, and the reply is wanted at once. */
  isTyped?: boolean;
  /** Every hit says what its score is made of. */
  isExplained?: boolean;
  limit: number;
};

export type FilterScalar = string | number | boolean;
export type FilterValue = FilterScalar | FilterScalar[];

/** Looking up the words of a question one by one is dear, and evidence goes by the first few hits alone. */
export const measuredHits = 4;

/** A hit with how far it speaks of the question. */
export type FoundPassage = {
  passage: Passage;
  /** Fused score; only the order and the ratio to the first hit mean something. */
  score: number;
  /** Share (0..1) of the question's information, by inverse document frequency, found in passage, headings and title; 0 behind the first few hits. */
  coverage: number;
  /** Closeness of meaning, by the vectors of question and passage; -1 to 1. */
  similarity: number;
  /** Share of the question's words that the passage has, in these or related words; 0 to 1, and 0 behind those that are compared. */
  agreement: number;
  /** The same share for the one block of the passage that has most of it; 0 behind those that are compared. */
  focus: number;
  /** The same share for the title and the headings alone; 0 behind those that are compared. */
  naming: number;
  /** How well it fits, from 0 to 1, falling with the score: near 1 the passage speaks of the question, near 0 of something else. */
  relevance: number;
  /** Only where the query asks for it. */
  parts?: ScoreParts;
};

/** What a score is made of, step by step. */
export type ScoreParts = {
  /** By the words the passage shares with the question. */
  words: number;
  /** Closeness by the configured embedder, where there is one. */
  embedder?: number | undefined;
  /** Words and meaning together. */
  fused: number;
  /** With what speaks for and against its page. */
  page: number;
};

export type Contest = {
  /** How far its score is above that of the best other page, from 0 to 1; 1 where there is none. */
  margin: number;
  /** How much closer in meaning it is than the tenth hit. */
  spread: number;
  /** How much better the headings of another hit name the question than its own; 0 where none does. */
  rival: number;
};

export type SearchResult = {
  hits: FoundPassage[];
  /** The language of the first hit as the site names it, where the docs have nothing better in the one that is wanted. */
  otherLanguage?: string | undefined;
  /** How much each term of the question says about what is asked; a rare and telling one most. */
  weights: Record<string, number>;
  /** Terms of the question that stand nowhere in the docs. */
  unknown: string[];
  /** Names in the question, written with a capital inside a sentence, that stand nowhere in the docs. */
  unknownNames: string[];
  /** Importance of the most telling word of the question that stands nowhere in the docs; 0 when all are known. */
  strangeness: number;
  /** How many passages the docs have in the version and language that is meant: where there are many, every word stands somewhere. */
  passages: number;
  /** How the best hit stands out from the others. */
  contest: Contest;
  /** How far the vectors can be trusted for the question's language; 0 to 1. */
  fluency: number;
};

/** What the indexes in memory take, by estimate, and how many there are. */
export type IndexSizes = {
  bytes: number;
  indexes: {
    projectId: string;
    revisionId: string;
    passages: number;
    /** Pages that cannot be found, because there was no memory for them. */
    leftOut: number;
    bytes: number;
    /** Another number whenever its pages are arranged anew. */
    arrangement: number;
  }[];
};
