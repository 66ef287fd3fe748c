import type { ThreadCalls } from "../lib/thread-calls.ts";
import type { IndexSizes } from "./hit.ts";
import type { ThreadReply, ThreadRequest } from "./search-thread.ts";

type Calls = ThreadCalls<ThreadRequest, ThreadReply>;

export type SearchThreads = {
  /** On the thread that keeps the indexes, or on another one that has less to do. */
  call(request: ThreadRequest): Promise<ThreadReply>;
  /** Told what the keeper keeps, whenever that has changed. */
  keeps(sizes: IndexSizes): void;
  close(): Promise<void>;
};

type Options = {
  /** Keeps the indexes. */
  keeper: Calls;
  /** Makes the calls of a thread that searches in the keeper's indexes. */
  openHelper(onEnd: () => void): Calls;
  /** How many threads there may be, the keeper included. */
  most: number;
  /** In milliseconds. */
  now?: () => number;
};

/** The arrangement that the keeper has of each revision. */
type Kept = ReadonlyMap<string, number>;

export function createSearchThreads(options: Options): SearchThreads {
  const { keeper, openHelper, most, now = Date.now } = options;
  const helpers: Helper[] = [];
  const isCrowded = createCrowd(now);
  let kept: Kept = new Map();
  let running = 0;

  /** One after the other: it may be enough. */
  function startHelper(): void {
    if (helpers.some((helper) => helper.state() === "starting")) return;
    const resting = helpers.find((helper) => helper.state() === "resting");
    if (!resting && helpers.length >= most - 1) return;
    const helper = resting ?? createHelper({ keeper, open: openHelper, kept: () => kept });
    if (!resting) helpers.push(helper);
    helper.start();
  }

  /** The one with least to do, where that is less than the keeper has. */
  function freeHelper(): Helper | undefined {
    let least: Helper | undefined;
    for (const helper of helpers)
      if (helper.state() === "ready" && helper.running() < (least?.running() ?? running))
        least = helper;
    return least;
  }

  async function callKeeper(request: ThreadRequest): Promise<ThreadReply> {
    running += 1;
    try {
      return await keeper.call(request);
    } finally {
      running -= 1;
    }
  }

  return {
    async call(request) {
      if (request.step === "prepare") return keeper.call(request);
      if (running > 0 && most > 1 && isCrowded()) startHelper();
      const helper = freeHelper();
      const reply = helper && (await helper.call(request));
      return reply ?? callKeeper(request);
    },
    keeps({ indexes }) {
      kept = new Map(indexes.map(({ revisionId, arrangement }) => [revisionId, arrangement]));
      for (const helper of helpers) helper.dropGone();
    },
    async close() {
      await Promise.all([keeper.close(), ...helpers.map((helper) => helper.close())]);
    },
  };
}

/** A start takes a quarter of a second of the processor: it is worth it where searches wait for each other again and again. */
const waitsBeforeStart = 12;
const withinMs = 2_000;

/** Says, whenever a search has to wait for another, whether that has become the rule. */
function createCrowd(now: () => number): () => boolean {
  const waits: number[] = [];
  return () => {
    waits.push(now());
    if (waits.length < waitsBeforeStart) return false;
    const first = waits.shift() ?? 0;
    return first >= now() - withinMs;
  };
}

type Helper = ReturnType<typeof createHelper>;
type HelperMeans = { keeper: Calls; open: Options["openHelper"]; kept(): Kept };

/** A thread that is given what it searches in by the keeper. */
function createHelper({ keeper, open, kept }: HelperMeans) {
  const given = new Map<string, number>();
  let state: "resting" | "starting" | "ready" = "resting";
  let running = 0;
  const rest = () => {
    state = "resting";
    given.clear();
  };
  const calls = open(rest);

  /** What the keeper no longer keeps would stay in memory for this one alone. */
  function dropGone(): void {
    const gone = [...given.keys()].filter((revisionId) => !kept().has(revisionId));
    for (const revisionId of gone) given.delete(revisionId);
    if (gone.length > 0) calls.call({ step: "drop", revisionIds: gone }).catch(() => undefined);
  }

  async function has(revisionId: string): Promise<boolean> {
    const arrangement = kept().get(revisionId);
    if (arrangement === undefined) return false;
    if (given.get(revisionId) === arrangement) return true;
    const reply = await keeper.call({ step: "share", revisionId });
    if (reply.step !== "share" || !reply.index) return false;
    await calls.call({ step: "take", index: reply.index });
    given.set(revisionId, arrangement);
    dropGone();
    return true;
  }

  return {
    dropGone,
    state: () => state,
    running: () => running,
    start(): void {
      state = "starting";
      const ready = () => {
        state = "ready";
      };
      calls.call({ step: "start" }).then(ready, rest);
    },
    /** Undefined where it cannot answer. */
    async call(request: ThreadRequest): Promise<ThreadReply | undefined> {
      running += 1;
      try {
        if (request.step === "search" && !(await has(request.revisionId))) return undefined;
        const reply = await calls.call(request);
        return reply.step === "missing" ? undefined : reply;
      } finally {
        running -= 1;
      }
    },
    close: () => calls.close(),
  };
}
