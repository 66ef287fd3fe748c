import type { Pace } from "./script.ts";

export type ServerKind = "docent" | "bare";

/** What a server process is told by its parent. */
export type Order = { start: Pace } | { begin: true } | { end: true };

/** What it answers: where it is, that it watches itself, or what it saw. */
export type Reply = { url: string; headers: Record<string, string> } | { begun: true } | Usage;

/** What a server took from `begin` to `end`. */
export type Usage = { cpuSeconds: number; restMb: number; peakMb: number };

export type Load = {
  url: string;
  headers: Record<string, string>;
  question: string;
  /** How many answers are read at the same time, and how often each reader asks. */
  streams: number;
  rounds: number;
};

export type Timing = { firstByteMs: number; firstTokenMs: number; totalMs: number };
export type LoadResult = { timings: Timing[]; seconds: number; failures: string[] };
