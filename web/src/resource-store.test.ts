import { expect, test } from "vitest";
import { createResourceStore } from "./resource-store.ts";

function lateReplies() {
  const replies: PromiseWithResolvers<string>[] = [];
  const load = () => {
    const reply = Promise.withResolvers<string>();
    replies.push(reply);
    return reply.promise;
  };
  return { load, replies };
}

test("a reply that comes late is used, and nothing is asked twice meanwhile", async () => {
  const store = createResourceStore();
  const { load, replies } = lateReplies();
  const waits = [1, 2, 3].map(() => store.load("jobs", load));
  expect(replies).toHaveLength(1);
  expect(store.snapshot("jobs")).toEqual({ data: undefined, error: undefined });
  replies[0]?.resolve("late");
  await Promise.all(waits);
  expect(store.snapshot("jobs").data).toBe("late");
});

test("what was asked for while a loading is under way is loaded once behind it", async () => {
  const store = createResourceStore();
  const { load, replies } = lateReplies();
  void store.load("jobs", load);
  const waits = [1, 2, 3].map(() => store.reload("jobs", load));
  expect(replies).toHaveLength(1);
  replies[0]?.resolve("before");
  await expect.poll(() => replies.length).toBe(2);
  expect(store.snapshot("jobs").data).toBe("before");
  replies[1]?.resolve("after");
  await Promise.all(waits);
  expect(store.snapshot("jobs").data).toBe("after");
  expect(replies).toHaveLength(2);
});

test("what was put in place of the data is not overwritten by an older reply", async () => {
  const store = createResourceStore();
  const { load, replies } = lateReplies();
  const wait = store.load("job", load);
  store.replace("job", "stopped");
  replies[0]?.resolve("running");
  await wait;
  expect(store.snapshot("job").data).toBe("stopped");
});

test("a fault leaves the data, is told, and is gone with the next reply", async () => {
  const store = createResourceStore();
  let told = 0;
  store.subscribe("jobs", () => {
    told += 1;
  });
  await store.load("jobs", async () => "one", "v1");
  expect(store.versionOf("jobs")).toBe("v1");
  const fault = new Error("away");
  await store.load("jobs", () => Promise.reject(fault), "v2");
  expect(store.snapshot("jobs")).toEqual({ data: "one", error: fault });
  expect(store.versionOf("jobs")).toBeUndefined();
  await store.load("jobs", async () => "two", "v2");
  expect(store.snapshot("jobs")).toEqual({ data: "two", error: undefined });
  expect(told).toBe(3);
});
