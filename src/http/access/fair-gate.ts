import { tooManyRequests } from "./rate-limit.ts";

export type FairGate = {
  /** Does the work when it is this network's turn, or throws because too much of the network waits already. */
  pass<Result>(network: string, work: () => Promise<Result>): Promise<Result>;
};

type Line = { running: number; waiting: (() => void)[] };

/** Requests of one network that are worked on at the same time. */
const atOnce = 4;
const mostWaiting = 200;
/** Each of another network: what they write to the store shares a commit. */
const fewestStarts = 4;
const mostStarts = 64;
/** In a turn that is long anyway, because much is under way, there are more starts: the newest would wait for them all. */
const turnMsPerStart = 4;
/** What takes longer waits for something else than the processor: a slow upload, a forge, a store that is away. */
const placeMs = 1_000;

/**
 * The requests of each network wait in a line of their own, and the lines take turns, a few starts in each turn of the event
 * loop: somebody with one request waits for at most one of everybody else's, however many those have sent.
 */
export function createFairGate(): FairGate {
  const lines = new Map<string, Line>();
  let isStarting = false;
  let lastTurn = 0;

  /** The map is in order of turns: the line that had its turn goes to the end. */
  const startNext = () => {
    const now = performance.now();
    const wanted = Math.ceil((now - lastTurn) / turnMsPerStart);
    const starts = nextOf(lines, Math.min(Math.max(wanted, fewestStarts), mostStarts));
    lastTurn = now;
    isStarting = starts.length > 0;
    if (isStarting) setImmediate(startNext);
    for (const start of starts) start();
  };

  const startSoon = () => {
    if (isStarting) return;
    isStarting = true;
    lastTurn = performance.now();
    setImmediate(startNext);
  };

  const leave = (network: string, line: Line) => {
    line.running -= 1;
    if (line.waiting.length > 0) startSoon();
    else if (line.running === 0) lines.delete(network);
  };

  const enter = async (line: Line): Promise<void> => {
    if (!isStarting && line.running < atOnce) {
      line.running += 1;
      startSoon();
      return;
    }
    if (line.waiting.length >= mostWaiting) throw tooManyRequests(1);
    await new Promise<void>((start) => {
      line.waiting.push(() => {
        line.running += 1;
        start();
      });
    });
  };

  return {
    async pass(network, work) {
      const line = lines.get(network) ?? { running: 0, waiting: [] };
      lines.set(network, line);
      await enter(line);
      const left = onlyOnce(() => leave(network, line));
      const timer = setTimeout(left, placeMs);
      timer.unref();
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        left();
      }
    },
  };
}

/** One of each line whose turn it is. */
function nextOf(lines: Map<string, Line>, most: number): (() => void)[] {
  const starts = new Map<string, () => void>();
  for (const [network, line] of lines) {
    // It has come round to those that had their turn.
    if (starts.size === most || starts.has(network)) break;
    const start = line.running < atOnce ? line.waiting.shift() : undefined;
    if (!start) continue;
    starts.set(network, start);
    lines.delete(network);
    lines.set(network, line);
  }
  return [...starts.values()];
}

function onlyOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
