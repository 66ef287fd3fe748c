import { AppError } from "./app-error.ts";

/** Who wants something done: turns go round among networks, and in a network among keys. */
export type QueueCaller = { network: string; key: string };

export type FairQueue = {
  /** Refuses, where a share is full. */
  run<Result>(caller: QueueCaller, steps: QueueSteps<Result>): Promise<Result>;
  /** Throws where the caller would be refused now. */
  requireRoom(caller: QueueCaller): void;
};

type QueueSteps<Result> = {
  /** What others do and is only waited for. It has turns of its own, so that it holds up no work. */
  prepare?: (() => Promise<void>) | undefined;
  work(): Promise<Result>;
  /** Aborted before its turn, the work is not done. */
  signal?: AbortSignal | undefined;
};

type Widths = {
  /** How much is done at the same time, and of that for one network. */
  width: number;
  widthOfNetwork: number;
};

export type QueueOptions = Widths & {
  /** How much is taken in, done or not: of all, of one network, of one key in one network. */
  most: { all: number; network: number; caller: number };
  /** What there is too much of, for a person: "searches". */
  name: string;
};

/** Far more than the processor could do at once, and few enough for the service that is waited for. */
const preparing: Widths = { width: 32, widthOfNetwork: 4 };

/** Whoever comes waits for at most one piece of work of each other network, however much that one has sent. */
export function createFairQueue(options: QueueOptions): FairQueue {
  const present = createCounts(options);
  const prepareInTurn = createLane(preparing);
  const workInTurn = createLane(options);
  return {
    requireRoom: present.requireRoom,
    async run(caller, { prepare, work, signal }) {
      const leave = present.enter(caller);
      try {
        if (prepare) await prepareInTurn({ caller, signal }, prepare);
        return await workInTurn({ caller, signal }, work);
      } finally {
        leave();
      }
    },
  };
}

/** How much of whom is there, done or not. */
function createCounts({ most, name }: QueueOptions) {
  const networks = new Map<string, { present: number; keys: Map<string, number> }>();
  let all = 0;

  function requireRoom({ network, key }: QueueCaller): void {
    const known = networks.get(network);
    const isFull =
      (known?.keys.get(key) ?? 0) >= most.caller || (known?.present ?? 0) >= most.network;
    if (isFull) throw ownShareFull(name);
    // One that has nothing here gets a place beyond them: a few never keep out the others.
    if (all >= (known === undefined ? 2 * most.all : most.all)) throw allFull(name);
  }

  return {
    requireRoom,
    enter(caller: QueueCaller): () => void {
      requireRoom(caller);
      const { network, key } = caller;
      const one = networks.get(network) ?? { present: 0, keys: new Map<string, number>() };
      networks.set(network, one);
      const change = (by: number) => {
        all += by;
        one.present += by;
        const own = (one.keys.get(key) ?? 0) + by;
        if (own > 0) one.keys.set(key, own);
        else one.keys.delete(key);
        if (one.present === 0) networks.delete(network);
      };
      change(1);
      return () => change(-1);
    },
  };
}

type Turn = { caller: QueueCaller; signal: AbortSignal | undefined };
type Start = () => void;
type Starts = Set<Start>;
type Network = {
  running: number;
  /** What waits, by key, the one whose turn comes next first. */
  keys: Map<string, Starts>;
};

/** Does work in turns. */
function createLane({ width, widthOfNetwork }: Widths) {
  /** The one whose turn comes next first. */
  const networks = new Map<string, Network>();
  let running = 0;

  function startNext(): void {
    while (running < width) {
      const start = nextStart(networks, widthOfNetwork);
      if (!start) return;
      running += 1;
      start();
    }
  }

  /** Behind everybody who waits already. Who comes while this one is served goes before its next piece of work. */
  function goBehind({ network, key }: QueueCaller, one: Network): void {
    const own = one.keys.get(key);
    one.keys.delete(key);
    if (own && own.size > 0) one.keys.set(key, own);
    networks.delete(network);
    if (one.running > 0 || one.keys.size > 0) networks.set(network, one);
  }

  function takeTurn({ caller, signal }: Turn): Promise<Network> {
    const { promise, resolve, reject } = Promise.withResolvers<Network>();
    const one = networks.get(caller.network) ?? { running: 0, keys: new Map<string, Starts>() };
    const own = one.keys.get(caller.key) ?? new Set();
    networks.set(caller.network, one);
    one.keys.set(caller.key, own);
    const start = () => {
      signal?.removeEventListener("abort", giveUp);
      own.delete(start);
      one.running += 1;
      goBehind(caller, one);
      resolve(one);
    };
    const giveUp = () => {
      own.delete(start);
      if (own.size === 0) goBehind(caller, one);
      reject(signal?.reason);
    };
    own.add(start);
    signal?.addEventListener("abort", giveUp, { once: true });
    startNext();
    return promise;
  }

  return async <Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> => {
    turn.signal?.throwIfAborted();
    const one = await takeTurn(turn);
    try {
      return await work();
    } finally {
      running -= 1;
      one.running -= 1;
      goBehind(turn.caller, one);
      startNext();
    }
  };
}

/** Whose turn it is among those who wait. */
function nextStart(networks: Map<string, Network>, widthOfNetwork: number): Start | undefined {
  for (const { running, keys } of networks.values()) {
    if (running >= widthOfNetwork) continue;
    for (const own of keys.values()) for (const start of own) return start;
  }
  return undefined;
}

function ownShareFull(name: string): AppError {
  return new AppError(
    "rate_limited",
    `There are too many ${name} from your network under way. Wait for some of them, then try again.`,
    { retryAfterSeconds: 2 },
  );
}

function allFull(name: string): AppError {
  return new AppError(
    "unavailable",
    `There are more ${name} under way than this server can take. Please try again in a moment.`,
    { retryAfterSeconds: 5 },
  );
}
