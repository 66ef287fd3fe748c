import { expect, test } from "vitest";
import { createWake } from "../../lib/wake.ts";
import { createVersionWatch } from "./version-watch.ts";

function setUp(pollMs = 60_000) {
  const wake = createWake();
  const state = { jobs: "1", reads: 0 };
  const read = async () => {
    state.reads += 1;
    if (state.jobs === "broken") throw new Error("the store is away");
    return { jobs: state.jobs };
  };
  const watch = createVersionWatch({ read, wake, wakeKey: "jobs", pollMs });
  return { wake, state, watch };
}

test("a reader is told what there is, and again when it differs", async () => {
  const { wake, state, watch } = setUp();
  const leave = new AbortController();
  const reader = watch.follow("prj_1", leave.signal);
  expect((await reader.next()).value).toEqual({ jobs: "1" });
  const next = reader.next();
  wake.notify("jobs");
  state.jobs = "2";
  wake.notify("jobs");
  expect((await next).value).toEqual({ jobs: "2" });
  leave.abort();
  expect((await reader.next()).done).toBe(true);
});

test("many readers of one project cost one look, and none costs nothing", async () => {
  const { state, watch } = setUp();
  const leave = new AbortController();
  const readers = Array.from({ length: 20 }, () => watch.follow("prj_1", leave.signal));
  for (const reader of readers) expect((await reader.next()).value).toEqual({ jobs: "1" });
  expect(state.reads).toBe(1);
  leave.abort();
  for (const reader of readers) expect((await reader.next()).done).toBe(true);
});

test("without any notice a change is seen when the time is over", async () => {
  const { state, watch } = setUp(5);
  const leave = new AbortController();
  const reader = watch.follow("prj_1", leave.signal);
  await reader.next();
  const next = reader.next();
  state.jobs = "2";
  expect((await next).value).toEqual({ jobs: "2" });
  leave.abort();
  await reader.next();
});

test("a store that is away ends the stream, and the next one looks again", async () => {
  const { state, watch } = setUp(5);
  const { signal } = new AbortController();
  state.jobs = "broken";
  await expect(watch.follow("prj_1", signal).next()).rejects.toThrow("the store is away");
  state.jobs = "2";
  const reader = watch.follow("prj_1", signal);
  expect((await reader.next()).value).toEqual({ jobs: "2" });
  await reader.return(undefined);
});
