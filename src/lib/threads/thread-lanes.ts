import type { ThreadCalls } from "../thread-calls.ts";

/** Threads that have one call each at a time; calls wait in one line for whichever is free. */
export type ThreadLanes<Request, Result> = {
  call(request: Request): Promise<Result>;
  close(): Promise<void>;
};

export type LaneOptions<Request, Result> = {
  /** Makes the calls of one thread. It is started by the first of them. */
  open(): ThreadCalls<Request, Result>;
  most: number;
  /** Calls for which the first thread keeps something: no other one is asked. */
  isForFirst(request: Request): boolean;
};

/** A start costs as much as some calls, so another thread is worth it where so many wait for each that runs. */
const waitingPerLane = 2;

type Waiting<Request> = { request: Request; run(lane: number): void };

export function createThreadLanes<Request, Result>({
  open,
  most,
  isForFirst,
}: LaneOptions<Request, Result>): ThreadLanes<Request, Result> {
  const threads = [open()];
  const idle = new Set([0]);
  const line: Waiting<Request>[] = [];

  function next(): void {
    for (const lane of idle) {
      const at = line.findIndex(({ request }) => lane === 0 || !isForFirst(request));
      const [one] = at === -1 ? [] : line.splice(at, 1);
      if (one === undefined) continue;
      idle.delete(lane);
      one.run(lane);
    }
    if (threads.length >= most || line.length < waitingPerLane * threads.length) return;
    idle.add(threads.push(open()) - 1);
    next();
  }

  async function carryOut(lane: number, request: Request): Promise<Result> {
    try {
      const thread = threads[lane];
      if (thread === undefined) throw new Error(`there is no thread ${lane}`);
      return await thread.call(request);
    } finally {
      idle.add(lane);
      next();
    }
  }

  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        line.push({ request, run: (lane) => carryOut(lane, request).then(resolve, reject) });
        next();
      }),
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  };
}
