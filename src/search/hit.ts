import type { StoredPassage } from "../store/passages.ts";

/** A passage as search keeps it and the assistant quotes it. */
export type Passage = Omit<StoredPassage, "vector">;

export type SearchQuery = {
  /** What the reader asks, in full. */
  text: string;
  /** Further text that steers the ranking with less weight: earlier questions, selected code. */
  hints: { text: string; weight: number }[];
  /** Pages the reader is on or points at; matched against page paths, never opened. */
  liftPaths: string[];
  /** Page metadata that must match; an array means any of. */
  filter: Record<string, FilterValue>;
  limit: number;
};

export type FilterScalar = string | number | boolean;
export type FilterValue = FilterScalar | FilterScalar[];

export type SearchHit = {
  passage: Passage;
  /** Place of the passage in the index. */
  position: number;
  /** Fused score; only the order and the ratio to the first hit mean something. */
  score: number;
  /** Share (0..1) of the question's information, by inverse document frequency, found in passage, headings and title. */
  coverage: number;
};
