import { parentPort, type ResourceLimits, Worker } from "node:worker_threads";

/** Functions that run on a thread of their own; it is started by the first call. */
export type ThreadCalls<Request, Result> = {
  /** Rejects with what the thread threw, or when the thread ends first. The next call starts another one. */
  call(request: Request): Promise<Result>;
  close(): Promise<void>;
};

/** Why a call failed that took too much of the processor's time, of the thread's memory or of its stack. */
export class TooCostly extends Error {}

export type ThreadOptions<Request> = {
  /** The file that calls `serveCalls`. */
  program: URL;
  workerData?: unknown;
  /** The thread ends after so long without a call; without it, it stays. */
  idleMs?: number;
  /** The thread ends when a call takes more of the processor's time than this. For threads that have one call at a time. */
  processorMs?(request: Request): number | undefined;
  /** Another number whenever the thread has come further: then `processorMs` counts anew. */
  progress?(): number;
  memoryLimits?: ResourceLimits;
  /** Told what the thread says without being asked. */
  onNotice?(notice: unknown): void;
  onFault?(error: Error): void;
  onEnd?(): void;
};

type Asked = { id: number; request: unknown };
type Replied =
  | { ready: true }
  | { notice: unknown }
  | { id: number; result: unknown }
  | { id: number; error: string; isCostly: boolean };
type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

/** A process is not kept alive by an idle thread. */
export function createThreadCalls<Request, Result>(
  options: ThreadOptions<Request>,
): ThreadCalls<Request, Result> {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let ready: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const costly = new WeakSet<Worker>();

  function start(): Worker {
    const { program, workerData, memoryLimits: resourceLimits } = options;
    const started = new Worker(program, { workerData, ...(resourceLimits && { resourceLimits }) });
    started.on("message", (reply: Replied) => {
      if ("ready" in reply) ready = started;
      else if ("notice" in reply) options.onNotice?.(reply.notice);
      else settle(started, reply);
    });
    started.on("error", (error) => {
      if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") costly.add(started);
      options.onFault?.(error);
    });
    started.on("exit", () => {
      if (thread === started) thread = undefined;
      const Reason = costly.has(started) ? TooCostly : Error;
      for (const { reject } of waiting.values()) reject(new Reason("the thread has ended"));
      waiting.clear();
      options.onEnd?.();
    });
    return started;
  }

  function settle(
    started: Worker,
    reply: Exclude<Replied, { ready: true } | { notice: unknown }>,
  ): void {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) rest(started);
    if ("result" in reply) one?.resolve(reply.result);
    else one?.reject(reply.isCostly ? new TooCostly(reply.error) : new Error(reply.error));
  }

  function rest(started: Worker): void {
    started.unref();
    if (options.idleMs === undefined) return;
    idle = setTimeout(() => {
      if (waiting.size === 0) void started.terminate();
    }, options.idleMs);
    idle.unref();
  }

  return {
    call(request) {
      clearTimeout(idle);
      thread ??= start();
      lastId += 1;
      const asked: Asked = { id: lastId, request };
      const result = new Promise<Result>((resolve, reject) =>
        // The program answers a request with the result that belongs to it.
        waiting.set(asked.id, { resolve: (value) => resolve(value as Result), reject }),
      );
      thread.ref();
      const asking = thread;
      const stopWatch = watchProcessor(asking, options.processorMs?.(request), {
        isReady: () => ready === asking,
        progress: options.progress ?? (() => 0),
        end() {
          costly.add(asking);
          void asking.terminate();
        },
      });
      thread.postMessage(asked);
      return result.finally(stopWatch);
    },
    async close() {
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}

const watchEveryMs = 200;
/** A thread that does not even say what it has taken is stuck. */
const longestSilenceMs = 30_000;

type Watched = { isReady(): boolean; progress(): number; end(): void };

/** Ends a thread that takes too much of the processor's time once it is ready: how busy the machine is does not count. */
function watchProcessor(
  thread: Worker,
  limitMs: number | undefined,
  { isReady, progress, end }: Watched,
): () => void {
  if (limitMs === undefined) return () => undefined;
  let before: number | undefined;
  let askedAt: number | undefined;
  let reached = progress();
  const timer = setInterval(async () => {
    if (!isReady()) return;
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > longestSilenceMs + limitMs) end();
      return;
    }
    askedAt = performance.now();
    const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    askedAt = undefined;
    const takenMs = (user + system) / 1_000;
    if (progress() !== reached) before = undefined;
    reached = progress();
    before ??= takenMs;
    if (takenMs - before > limitMs) end();
  }, watchEveryMs);
  return () => clearInterval(timer);
}

/** For the program of a thread: answers every call. Gives a function that says something without being asked. */
export function serveCalls<Request>(
  handle: (request: Request) => Promise<unknown>,
): (notice: unknown) => void {
  const port = parentPort;
  if (!port) throw new Error("this program runs on a thread of its own");
  const reply = (message: Replied) => port.postMessage(message);
  port.on("message", ({ id, request }: { id: number; request: Request }) => {
    handle(request).then(
      (result) => reply({ id, result }),
      (error) => {
        // A stack or a string that is too long is the price of a text that nobody wrote by hand.
        const isCostly = error instanceof RangeError;
        reply({ id, error: String(error?.message ?? error), isCostly });
      },
    );
  });
  reply({ ready: true });
  return (notice) => reply({ notice });
}
