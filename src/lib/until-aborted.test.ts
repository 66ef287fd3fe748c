import { expect, test } from "vitest";
import { untilAborted } from "./until-aborted.ts";

const never = new Promise<never>(() => undefined);

test("work that settles first gives its value or its fault", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  expect(await untilAborted(Promise.resolve(2), undefined)).toBe(2);
  await expect(untilAborted(Promise.reject(new Error("own fault")), signal)).rejects.toThrow("own");
});

test("an abort ends the wait with its reason, also one that came before", async () => {
  const stop = new AbortController();
  const waited = untilAborted(never, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waited).rejects.toThrow("enough");
  await expect(untilAborted(Promise.resolve(1), stop.signal)).rejects.toThrow("enough");
});
