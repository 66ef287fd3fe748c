import { expect, test } from "vitest";
import { AppError } from "../../lib/app-error.ts";
import { persistently } from "./retry.ts";

function failing(times: number, error: Error) {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  };
  return { work, calls: () => calls };
}

const unavailable = new AppError("unavailable", "The host could not be reached.");

test("what may pass by itself is tried again, a few times", async () => {
  expect(await persistently(failing(2, unavailable).work)).toBe(3);
  const hopeless = failing(99, unavailable);
  await expect(persistently(hopeless.work)).rejects.toBe(unavailable);
  expect(hopeless.calls()).toBe(3);
});

test("what will not pass by itself is tried once", async () => {
  for (const error of [new AppError("forbidden", "No."), new Error("a fault of ours")]) {
    const { work, calls } = failing(1, error);
    await expect(persistently(work)).rejects.toBe(error);
    expect(calls()).toBe(1);
  }
});

test("an abort ends the wait", async () => {
  const { work, calls } = failing(9, unavailable);
  const stop = new AbortController();
  const running = persistently(work, stop.signal);
  const reason = new Error("enough");
  stop.abort(reason);
  await expect(running).rejects.toBe(reason);
  expect(calls()).toBe(1);
});
