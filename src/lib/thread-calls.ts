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
  /** Asked when it is to end so; where it may not, it stays until after its next call. */
  mayEnd?(): boolean;
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
type Reply = { id: number; result: unknown } | { id: number; error: string; isCostly: boolean };
type Replied = { ready: true } | { notice: unknown } | Reply;
type Waiting = {
  request: unknown;
  /** It was lost with a thread that another call had ended. */
  isSecond: boolean;
  resolve(result: unknown): void;
  reject(error: Error): void;
  stopWatch(): void;
};
type Thread = {
  worker: Worker;
  isReady: boolean;
  waiting: Map<number, Waiting>;
  /** The calls it was ended for. */
  costly: Set<number>;
  /** It is told once to end: several calls may find out at the same time that it has to. */
  ending: Promise<number> | undefined;
};

/** A process is not kept alive by an idle thread. */
export function createThreadCalls<Request, Result>(
  options: ThreadOptions<Request>,
): ThreadCalls<Request, Result> {
  let current: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const start = () =>
    startThread(options, {
      onReply: settle,
      onExit(thread) {
        if (current === thread) current = undefined;
        for (const [id, call] of thread.waiting) lose(thread, id, call);
        options.onEnd?.();
      },
    });

  /** Calls that come from now on go to another thread. */
  function end(thread: Thread): Promise<number> {
    if (current === thread) current = undefined;
    thread.ending ??= thread.worker.terminate();
    return thread.ending;
  }

  function lose({ costly }: Thread, id: number, call: Waiting): void {
    call.stopWatch();
    if (costly.has(id)) call.reject(new TooCostly("the thread has ended"));
    else if (costly.size > 0 && !call.isSecond) post({ ...call, isSecond: true });
    else call.reject(new Error("the thread has ended"));
  }

  function settle(thread: Thread, reply: Reply): void {
    const one = thread.waiting.get(reply.id);
    thread.waiting.delete(reply.id);
    one?.stopWatch();
    if (thread.waiting.size === 0) rest(thread);
    if ("result" in reply) one?.resolve(reply.result);
    else one?.reject(reply.isCostly ? new TooCostly(reply.error) : new Error(reply.error));
  }

  function rest(thread: Thread): void {
    thread.worker.unref();
    if (options.idleMs === undefined) return;
    idle = setTimeout(() => {
      if (thread.waiting.size === 0 && options.mayEnd?.() !== false) void end(thread);
    }, options.idleMs);
    idle.unref();
  }

  function post(call: Waiting): void {
    clearTimeout(idle);
    current ??= start();
    const thread = current;
    lastId += 1;
    const id = lastId;
    try {
      thread.worker.postMessage({ id, request: call.request } satisfies Asked);
    } catch (error) {
      if (thread.waiting.size === 0) rest(thread);
      call.reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    thread.worker.ref();
    thread.waiting.set(id, call);
    // Every request has the type that the calls have.
    const limitMs = options.processorMs?.(call.request as Request);
    call.stopWatch = watchProcessor(thread.worker, limitMs, {
      isReady: () => thread.isReady,
      progress: options.progress ?? (() => 0),
      end() {
        thread.costly.add(id);
        void end(thread);
      },
    });
  }

  return {
    call: (request) =>
      new Promise<Result>((resolve, reject) => {
        // The program answers a request with the result that belongs to it.
        const done = (value: unknown) => resolve(value as Result);
        post({ request, isSecond: false, resolve: done, reject, stopWatch: () => undefined });
      }),
    async close() {
      clearTimeout(idle);
      if (current) await end(current);
    },
  };
}

type ThreadEvents = {
  onReply(thread: Thread, reply: Reply): void;
  onExit(thread: Thread): void;
};

function startThread(
  { program, workerData, memoryLimits, ...options }: Omit<ThreadOptions<never>, "processorMs">,
  { onReply, onExit }: ThreadEvents,
): Thread {
  const limits = memoryLimits && { resourceLimits: memoryLimits };
  const worker = new Worker(program, { workerData, ...limits });
  const thread: Thread = {
    worker,
    isReady: false,
    waiting: new Map(),
    costly: new Set(),
    ending: undefined,
  };
  worker.on("message", (reply: Replied) => {
    if ("ready" in reply) thread.isReady = true;
    else if ("notice" in reply) options.onNotice?.(reply.notice);
    else onReply(thread, reply);
  });
  worker.on("error", (error) => {
    if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
      for (const id of thread.waiting.keys()) thread.costly.add(id);
    options.onFault?.(error);
  });
  worker.on("exit", () => onExit(thread));
  return thread;
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
