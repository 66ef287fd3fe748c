import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import type { AttemptTimes } from "../../store/access/log-in-attempts.ts";
import { createLogInLimit, type LogInCaller, type LogInLimit } from "./log-in-limit.ts";
import { networkOf } from "./network-of.ts";

const minute = 60_000;

/** What nodes share, in memory. */
function notedTimes(): AttemptTimes {
  const noted = new Map<string, number[]>();
  return {
    async change(caller, change) {
      const changed = change(noted.get(caller) ?? []);
      noted.set(caller, changed);
      return changed;
    },
  };
}

function openLimit(times = notedTimes()) {
  let now = Date.parse("2030-01-01T12:00:00Z");
  const pauses: number[] = [];
  const clock = { now: () => new Date(now) };
  const pause = async (ms: number) => void pauses.push(ms);
  const limit = createLogInLimit({ clock, times, pause });
  const passTime = (ms: number) => {
    now += ms;
  };
  const attempt = (address = "192.0.2.1", work = async () => "in") =>
    limit.attempt({ network: networkOf(address) }, work).catch((error) => error);
  const wrong = (address: string) =>
    attempt(address, () => Promise.reject(new AppError("unauthenticated", "wrong")));
  return { limit, pauses, passTime, attempt, wrong };
}

test("an address has five attempts a minute and is told how long to wait", async () => {
  const { attempt, passTime } = openLimit();
  for (let count = 0; count < 5; count += 1) expect(await attempt()).toBe("in");
  const refused = await attempt();
  expect(refused).toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 });
  expect(await attempt("192.0.2.2")).toBe("in");
  passTime(minute - 1);
  expect(await attempt()).toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
  passTime(1);
  expect(await attempt()).toBe("in");
});

test("an address has thirty attempts an hour", async () => {
  const { attempt, passTime } = openLimit();
  for (let count = 0; count < 30; count += 1) {
    expect(await attempt()).toBe("in");
    passTime(20_000);
  }
  const waits = { code: "rate_limited", retryAfterSeconds: 50 * 60 };
  expect(await attempt()).toMatchObject(waits);
  expect(await attempt("192.0.2.2")).toBe("in");
  passTime(50 * minute);
  expect(await attempt()).toBe("in");
  expect(await attempt()).toMatchObject({ code: "rate_limited", retryAfterSeconds: 20 });
});

test("attempts and wrong passwords count on whatever node they come", async () => {
  const times = notedTimes();
  const [one, other] = [openLimit(times), openLimit(times)];
  for (const node of [one, other, one, other, one]) await node.wrong("192.0.2.1");
  expect(await other.attempt()).toMatchObject({ code: "rate_limited" });
  for (let count = 2; count < 8; count += 1) await one.wrong(`192.0.2.${count}`);
  await other.attempt("192.0.2.9");
  expect(other.pauses).toEqual([200]);
});

test("an IPv6 network counts as one address", async () => {
  const { attempt } = openLimit();
  const network = ["2001:db8:0:1::1", "2001:DB8::1:0:0:0:2", "2001:db8:0:1:ffff:ffff:ffff:ffff"];
  for (let count = 0; count < 5; count += 1)
    expect(await attempt(network[count % network.length])).toBe("in");
  expect(await attempt("2001:db8:0:1:a:b:c:d")).toMatchObject({ code: "rate_limited" });
  expect(await attempt("2001:db8:0:2::1")).toBe("in");
  expect(await attempt("::1")).toBe("in");
});

test("many wrong passwords from everywhere slow every attempt down, and time heals it", async () => {
  const { wrong, attempt, pauses, passTime } = openLimit();
  for (let count = 0; count < 10; count += 1) await wrong(`192.0.2.${count}`);
  expect(pauses).toEqual([]);
  for (let count = 0; count < 20; count += 1) await wrong(`198.51.100.${count}`);
  expect(pauses.slice(0, 3)).toEqual([200, 400, 600]);
  expect(Math.max(...pauses)).toBe(2_000);
  const slowed = pauses.length;
  expect(await attempt("203.0.113.1")).toBe("in");
  expect(pauses.length).toBe(slowed + 1);
  passTime(10 * minute);
  expect(await attempt("203.0.113.2")).toBe("in");
  expect(pauses.length).toBe(slowed + 1);
});

test("right passwords and faults of the server slow nobody down", async () => {
  const { attempt, pauses } = openLimit();
  for (let count = 0; count < 20; count += 1) {
    await attempt(`192.0.2.${count}`);
    await attempt(`192.0.2.${count}`, () => Promise.reject(new Error("store away")));
  }
  expect(pauses).toEqual([]);
});

const wrongPassword = () => Promise.reject(new AppError("unauthenticated", "wrong"));

/** Attempts that all wait for the first one to end; gives the order in which they came in. */
async function inOrder(limit: LogInLimit, callers: LogInCaller[]): Promise<string[]> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const first = limit.attempt({ network: "first" }, () => opened);
  const order: string[] = [];
  const waiting = Promise.allSettled(
    callers.map((caller) =>
      limit.attempt(caller, async () => void order.push(caller.mark ?? caller.network)),
    ),
  );
  open();
  await first;
  await waiting;
  return order;
}

test("one attempt runs at a time, and of a crowd that is too large the last are sent away", async () => {
  const { limit } = openLimit();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  const all = Array.from({ length: 106 }, (_, index) =>
    limit.attempt({ network: `network ${index}` }, work),
  );
  const results = await Promise.allSettled(all);
  const refused = results.flatMap((one) => (one.status === "rejected" ? one.reason : []));
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ code: "rate_limited", retryAfterSeconds: 10 });
  expect(most).toBe(1);
  await limit.attempt({ network: "later" }, work);
});

test("sixty networks that guess do not keep out somebody who comes anew", async () => {
  const { limit } = openLimit();
  const guessers = Array.from({ length: 60 }, (_, index) => ({ network: `guesser ${index}` }));
  for (const guesser of guessers)
    await limit.attempt(guesser, wrongPassword).catch(() => undefined);
  const order = await inOrder(limit, [...guessers, ...guessers, { network: "owner" }]);
  expect(order.indexOf("owner")).toBe(0);
  expect(order).toHaveLength(100);
});

test("a browser, a network or a session that was let in before goes first, and is not slowed down", async () => {
  const { limit, pauses, wrong } = openLimit();
  await limit.attempt({ network: "home" }, async () => "in");
  for (let count = 0; count < 20; count += 1) await wrong(`192.0.2.${count}`);
  const slowed = pauses.length;
  const strangers = Array.from({ length: 5 }, (_, index) => ({ network: `stranger ${index}` }));
  const known = [
    { network: "home" },
    { network: "x", mark: "mark" },
    { network: "y", isOwn: true },
  ];
  const order = await inOrder(limit, [...strangers, ...known]);
  expect(order.slice(0, 3)).toEqual(["home", "mark", "y"]);
  // The first one and the strangers.
  expect(pauses.length - slowed).toBe(6);
});

test("a browser that was let in before has attempts of its own, whatever its network has used up", async () => {
  const { limit, wrong, attempt } = openLimit();
  for (let count = 0; count < 5; count += 1) await wrong("192.0.2.1");
  expect(await attempt("192.0.2.1")).toMatchObject({ code: "rate_limited" });
  const caller = { network: "192.0.2.1", mark: "mark" };
  for (let count = 0; count < 5; count += 1)
    await expect(limit.attempt(caller, wrongPassword)).rejects.toThrow("wrong");
  await expect(limit.attempt(caller, wrongPassword)).rejects.toThrow("Too many attempts");
});

test("whoever has left does not get its turn", async () => {
  const { limit } = openLimit();
  const order = await inOrder(limit, [
    { network: "gone", signal: AbortSignal.abort() },
    { network: "here" },
  ]);
  expect(order).toEqual(["here"]);
});
