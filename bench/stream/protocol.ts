import type { Pace } from "./script.ts";

export type ServerKind = "docent" | "bare";

export type Start = {
  pace: Pace;
  /** Kept between servers of a run, so that the docs are read once. */
  dataFolder: string;
  /** A PostgreSQL in place of the embedded store. */
  databaseUrl?: string;
  /** Edited by jobs. */
  repository?: string;
  /** So many jobs have ended already. */
  sessions?: number;
};

/** What a server process is told by its parent. */
export type Order = { start: Start } | { begin: true } | { end: true };

/** What it answers: where it is, that it watches itself, or what it saw. */
export type Reply = Served | { begun: true } | Usage;

type Headers = Record<string, string>;
export type Served = { url: string; headers: Headers; jobHeaders?: Headers };

/** What a server took from `begin` to `end`. */
export type Usage = { cpuSeconds: number; restMb: number; peakMb: number; samples: Sample[] };
/** What a server holds at a moment. */
export type Sample = { second: number; mb: number; handles: number };

export type Load = {
  url: string;
  headers: Record<string, string>;
  question: string;
  /** How many answers are read at the same time, and how often each reader asks. */
  streams: number;
  rounds: number;
  /** Readers ask again and again for so long, and come one by one in the first tenth of it. */
  holdMs?: number;
};

export type Timing = { firstByteMs: number; firstTokenMs: number; totalMs: number };
export type LoadResult = {
  timings: Timing[];
  seconds: number;
  failures: string[];
  /** Between two pieces of text, of all readers: how many took so many milliseconds. */
  gaps: Map<number, number>;
};
