import { expect, test } from "vitest";
import { createFairQueue, type QueueOptions } from "./fair-queue.ts";

const roomy = { all: 1_000, network: 500, caller: 250 };

function openQueue(options: Partial<QueueOptions> = {}) {
  const queue = createFairQueue({
    ...{ width: 1, widthOfNetwork: 1, most: roomy, name: "searches" },
    ...options,
  });
  const begun: string[] = [];
  const open: (() => void)[] = [];
  /** Begins work that goes on until it is ended. */
  const send = (network: string, key = "", prepare: Promise<void> = Promise.resolve()) =>
    queue.run(
      { network, key },
      {
        prepare: () => prepare,
        work() {
          begun.push(`${network}${key}`);
          return new Promise<void>((end) => open.push(end));
        },
      },
    );
  const endNext = async () => {
    await settled();
    open.shift()?.();
    await settled();
  };
  return { queue, begun, send, endNext };
}

const settled = () => new Promise(setImmediate);

test("one caller with forty in flight delays another by one", async () => {
  const { begun, send, endNext } = openQueue();
  for (let count = 0; count < 40; count += 1) void send("a");
  await settled();
  void send("b");
  await endNext();
  expect(begun).toEqual(["a", "b"]);
  await endNext();
  expect(begun).toEqual(["a", "b", "a"]);
});

test("a network that may not have all places leaves one to the next", async () => {
  const { begun, send } = openQueue({ width: 2 });
  for (let count = 0; count < 40; count += 1) void send("a");
  await settled();
  expect(begun).toEqual(["a"]);
  void send("b");
  await settled();
  expect(begun).toEqual(["a", "b"]);
});

test("turns go round among networks, and in a network among keys", async () => {
  const { begun, send, endNext } = openQueue();
  void send("first");
  await settled();
  for (const key of ["1", "1", "1", "2", "3"]) void send("a", key);
  for (const network of ["b", "b", "c"]) void send(network);
  for (let count = 0; count < 9; count += 1) await endNext();
  expect(begun.slice(1)).toEqual(["a1", "b", "c", "a2", "b", "a3", "a1", "a1"]);
});

test("what a caller waits for before its turn holds up nobody", async () => {
  const { begun, send, endNext } = openQueue();
  const ready = Promise.withResolvers<void>();
  void send("slow", "", ready.promise);
  void send("b");
  await endNext();
  ready.resolve();
  await settled();
  expect(begun).toEqual(["b", "slow"]);
});

test("a full share is refused to its own caller, a full queue to all but a few newcomers", async () => {
  const most = { all: 4, network: 3, caller: 2 };
  const { queue, send, endNext } = openQueue({ most });
  const own = { code: "rate_limited", retryAfterSeconds: 2 };
  const first = send("a", "1");
  void send("a", "1");
  await expect(send("a", "1")).rejects.toMatchObject(own);
  void send("a", "2");
  await expect(send("a", "3")).rejects.toMatchObject(own);
  void send("b");
  const full = { code: "unavailable", retryAfterSeconds: 5 };
  await expect(send("b")).rejects.toMatchObject(full);
  for (const newcomer of ["c", "d", "e", "f"]) void send(newcomer);
  await expect(send("g")).rejects.toMatchObject(full);
  expect(() => queue.requireRoom({ network: "g", key: "" })).toThrow("try again");
  await endNext();
  await first;
  expect(() => queue.requireRoom({ network: "g", key: "" })).not.toThrow();
});

test("work that fails, or cannot be prepared, gives its place back", async () => {
  const { queue } = openQueue({ most: { all: 1, network: 1, caller: 1 } });
  const caller = { network: "a", key: "" };
  const fails = (): Promise<void> => Promise.reject(new Error("broken"));
  const ready = () => Promise.resolve();
  for (let count = 0; count < 3; count += 1) {
    await expect(queue.run(caller, { prepare: fails, work: ready })).rejects.toThrow("broken");
    await expect(queue.run(caller, { prepare: ready, work: fails })).rejects.toThrow("broken");
  }
  await queue.run(caller, { prepare: ready, work: ready });
});

test("what is only waited for has turns too: a network that waits for much leaves room to the next", async () => {
  const { queue } = openQueue();
  const begun: string[] = [];
  const endless = (network: string) => {
    const prepare = () => {
      begun.push(network);
      return new Promise<void>(() => undefined);
    };
    void queue.run({ network, key: "" }, { prepare, work: async () => undefined });
  };
  for (let count = 0; count < 40; count += 1) endless("a");
  await settled();
  const ofOne = begun.length;
  expect(ofOne).toBeLessThan(10);
  for (const network of ["b", "c", "d"]) endless(network);
  await settled();
  expect(begun.slice(ofOne)).toEqual(["b", "c", "d"]);
  const work = async () => "done";
  expect(await queue.run({ network: "a", key: "" }, { work })).toBe("done");
});

test("work whose caller has left is not done, and whoever waits behind it has the turn", async () => {
  const { queue, begun, send, endNext } = openQueue();
  void send("a");
  await settled();
  const leave = new AbortController();
  const work = async () => void begun.push("left");
  const left = queue.run({ network: "b", key: "" }, { work, signal: leave.signal });
  const later = queue.run({ network: "b", key: "" }, { work, signal: leave.signal });
  void send("c");
  leave.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await expect(later).rejects.toThrow("gone");
  await expect(
    queue.run({ network: "b", key: "" }, { work, signal: leave.signal }),
  ).rejects.toThrow("gone");
  void send("b");
  await endNext();
  await endNext();
  expect(begun).toEqual(["a", "c", "b"]);
});
