import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

function openWork() {
  const ends: ((name: string) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const work = () =>
    new Promise<string>((resolve, reject) => {
      ends.push(resolve);
      fails.push(reject);
    });
  return { inTurn: oneAtATime<string>(), work, ends, fails };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("what is asked for while some runs starts once behind it, and is shared", async () => {
  const { inTurn, work, ends } = openWork();
  const first = inTurn("a", work);
  const second = inTurn("a", work);
  const third = inTurn("a", work);
  await soon();
  expect(ends).toHaveLength(1);
  ends[0]?.("one");
  expect(await first).toBe("one");
  await soon();
  expect(ends).toHaveLength(2);
  const fourth = inTurn("a", work);
  ends[1]?.("two");
  expect([await second, await third]).toEqual(["two", "two"]);
  await soon();
  expect(ends).toHaveLength(3);
  ends[2]?.("three");
  expect(await fourth).toBe("three");
});

test("other keys do not wait", async () => {
  const { inTurn, work, ends } = openWork();
  inTurn("a", work);
  const other = inTurn("b", work);
  ends[1]?.("b");
  expect(await other).toBe("b");
});

test("a failure reaches those who asked and nobody behind them", async () => {
  const { inTurn, work, ends, fails } = openWork();
  const first = inTurn("a", work);
  const second = inTurn("a", work);
  fails[0]?.(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await soon();
  ends[1]?.("two");
  expect(await second).toBe("two");
  const third = inTurn("a", work);
  ends[2]?.("three");
  expect(await third).toBe("three");
});
