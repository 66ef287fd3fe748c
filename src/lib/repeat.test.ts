import { expect, test } from "vitest";
import { repeat } from "./repeat.ts";

test("rounds go on after one that fails, until the stop, which waits for the one under way", async () => {
  const failures: unknown[] = [];
  const third = Promise.withResolvers<void>();
  let rounds = 0;
  let ended = 0;
  const repeating = repeat(
    async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("first");
      if (rounds === 3) third.resolve();
      await new Promise((resolve) => setTimeout(resolve, 5));
      ended += 1;
    },
    { pauseMs: 1, onError: (error) => failures.push(error) },
  );
  repeating.start();
  repeating.start();
  await third.promise;
  await repeating.stop();
  expect({ rounds, ended, failures: failures.length }).toEqual({
    rounds: 3,
    ended: 2,
    failures: 1,
  });
});
