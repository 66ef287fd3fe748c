import { AppError } from "./app-error.ts";

/** Who wants something done: turns go round among networks, and in a network among keys. */
export type QueueCaller = { network: string; key: string };

export type FairQueue = {
  /** Refuses, where a share is full. `prepare` is waited for without a turn, `work` is done when the caller has one. */
  run<Ready, Result>(
    caller: QueueCaller,
    steps: { prepare(): Promise<Ready>; work(ready: Ready): Promise<Result> },
  ): Promise<Result>;
  /** Throws where the caller would be refused now. */
  requireRoom(caller: QueueCaller): void;
};

export type QueueOptions = {
  /** How much is done at the same time, and of that for one network. */
  width: number;
  widthOfNetwork: number;
  /** How much is taken in, done or not: of all, of one network, of one key in one network. */
  most: { all: number; network: number; caller: number };
  /** What there is too much of, for a person: "searches". */
  name: string;
};

type Waiting = { present: number; waiting: (() => void)[] };
type Network = {
  present: number;
  running: number;
  /** Callers of this network by key, the one whose turn comes next first. */
  keys: Map<string, Waiting>;
};
type Place = { caller: QueueCaller; one: Network; own: Waiting };

/** Whoever comes waits for at most one piece of work of each other network, however much that one has sent. */
export function createFairQueue(options: QueueOptions): FairQueue {
  const networks = new Map<string, Network>();
  let [present, running] = [0, 0];

  function requireRoom({ network, key }: QueueCaller): void {
    const known = networks.get(network);
    const { most, name } = options;
    const isFull =
      (known?.keys.get(key)?.present ?? 0) >= most.caller || (known?.present ?? 0) >= most.network;
    if (isFull) throw ownShareFull(name);
    // One that has nothing here gets a place beyond them: a few never keep out the others.
    const all = known === undefined ? 2 * most.all : most.all;
    if (present >= all) throw allFull(name);
  }

  function enter(caller: QueueCaller): Place {
    const { network, key } = caller;
    const one = networks.get(network) ?? { present: 0, running: 0, keys: new Map() };
    const own = one.keys.get(key) ?? { present: 0, waiting: [] };
    networks.set(network, one);
    one.keys.set(key, own);
    present += 1;
    one.present += 1;
    own.present += 1;
    return { caller, one, own };
  }

  function leave({ caller: { network, key }, one, own }: Place): void {
    present -= 1;
    one.present -= 1;
    own.present -= 1;
    if (own.present === 0) one.keys.delete(key);
    if (one.present === 0) networks.delete(network);
  }

  function startNext(): void {
    while (running < options.width) {
      const next = nextPlace(networks, options.widthOfNetwork);
      if (!next) return;
      running += 1;
      next.one.running += 1;
      goBehind(next);
      next.own.waiting.shift()?.();
    }
  }

  /** Behind everybody who waits already. Who comes while this one is served goes before its next piece of work. */
  function goBehind({ caller: { network, key }, one, own }: Place): void {
    toTheEnd(networks, network, one);
    toTheEnd(one.keys, key, own);
  }

  async function inTurn<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      place.own.waiting.push(start);
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      place.one.running -= 1;
      goBehind(place);
      startNext();
    }
  }

  return {
    requireRoom,
    async run(caller, { prepare, work }) {
      requireRoom(caller);
      const place = enter(caller);
      try {
        const ready = await prepare();
        return await inTurn(place, () => work(ready));
      } finally {
        leave(place);
      }
    },
  };
}

/** Whose turn it is among those who wait. */
function nextPlace(networks: Map<string, Network>, widthOfNetwork: number): Place | undefined {
  for (const [network, one] of networks) {
    if (one.running >= widthOfNetwork) continue;
    for (const [key, own] of one.keys)
      if (own.waiting.length > 0) return { caller: { network, key }, one, own };
  }
  return undefined;
}

function toTheEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
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
