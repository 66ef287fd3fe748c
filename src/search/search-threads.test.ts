import { expect, test } from "vitest";
import { testQuery } from "../../test/search-index.ts";
import type { IndexSizes } from "./hit.ts";
import type { ThreadReply, ThreadRequest } from "./search-thread.ts";
import { createSearchThreads } from "./search-threads.ts";

type Call = { request: ThreadRequest; end(reply?: ThreadReply): void; fail(): void };

/** A thread whose calls end when the test says so. */
function openThread() {
  const open: Call[] = [];
  const steps: string[] = [];
  const calls = {
    call(request: ThreadRequest) {
      steps.push(request.step);
      return new Promise<ThreadReply>((resolve, reject) => {
        const end = (reply: ThreadReply = { step: "done" }) => resolve(reply);
        open.push({ request, end, fail: () => reject(new Error("the thread has ended")) });
      });
    },
    close: async () => undefined,
  };
  const answer = async (reply?: ThreadReply) => {
    open.shift()?.end(reply);
    await settled();
  };
  return { calls, steps, answer, open };
}

const settled = () => new Promise(setImmediate);
const search: ThreadRequest = { step: "search", revisionId: "rev_1", query: testQuery("key") };
const sizesOf = (arrangement: number): IndexSizes => ({
  bytes: 1,
  indexes: [
    { projectId: "prj_1", revisionId: "rev_1", passages: 1, leftOut: 0, bytes: 1, arrangement },
  ],
});
const index = { projectId: "prj_1", revisionId: "rev_1", segments: [] };
const shared: ThreadReply = {
  step: "share",
  index: { ...index, gone: new Uint32Array(), baseUrls: new Map(), leftOut: 0 },
};

function openThreads(most = 2) {
  const keeper = openThread();
  const helper = openThread();
  let [time, end] = [0, () => undefined as unknown];
  const threads = createSearchThreads({
    keeper: keeper.calls,
    openHelper(onEnd) {
      end = onEnd;
      return helper.calls;
    },
    most,
    now: () => time,
  });
  threads.keeps(sizesOf(1));
  return {
    ...{ keeper, helper, threads },
    wait: (ms: number) => {
      time += ms;
    },
    end: () => end(),
    /** So many that each but the first finds another under way. */
    crowd(count = 13): void {
      for (let at = 0; at < count; at += 1) void threads.call(search).catch(() => undefined);
    },
  };
}

async function openReady() {
  const all = openThreads();
  all.crowd();
  await all.helper.answer();
  return all;
}

test("one search after the other starts no second thread, nor do a few at once", async () => {
  const { threads, keeper, helper, crowd, wait } = openThreads();
  for (let count = 0; count < 40; count += 1) {
    void threads.call(search);
    await keeper.answer();
  }
  crowd(12);
  for (let count = 0; count < 12; count += 1) await keeper.answer();
  wait(60_000);
  crowd(12);
  expect(helper.steps).toEqual([]);
});

test("where searches wait for each other, a second thread takes some of them, in an index that it is given once", async () => {
  const { threads, keeper, helper } = await openReady();
  expect(helper.steps).toEqual(["start"]);
  const before = keeper.steps.length;
  const found = [threads.call(search), threads.call(search)];
  await settled();
  expect(keeper.steps.slice(before)).toEqual(["share", "share"]);
  for (const call of keeper.open.splice(-2)) call.end(shared);
  await settled();
  await helper.answer();
  await helper.answer();
  expect(helper.steps.slice(1)).toEqual(["take", "take", "search", "search"]);
  await helper.answer({ step: "compose", text: "one" });
  await helper.answer({ step: "compose", text: "two" });
  expect(await Promise.all(found)).toMatchObject([{ text: "one" }, { text: "two" }]);
  void threads.call(search);
  await settled();
  expect(helper.steps.at(-1)).toBe("search");
  expect(helper.steps.filter((step) => step === "take")).toHaveLength(2);
});

test("an index that was arranged anew is given again, and one that is gone is dropped", async () => {
  const { threads, keeper, helper } = await openReady();
  const give = async () => {
    void threads.call(search);
    await settled();
    keeper.open.pop()?.end(shared);
    await settled();
    await helper.answer();
    await helper.answer({ step: "compose", text: "" });
  };
  await give();
  threads.keeps(sizesOf(2));
  await give();
  expect(helper.steps).toEqual(["start", "take", "search", "take", "search"]);
  threads.keeps({ bytes: 0, indexes: [] });
  expect(helper.steps.at(-1)).toBe("drop");
  const before = keeper.steps.length;
  void threads.call(search);
  await settled();
  expect(keeper.steps.slice(before)).toEqual(["search"]);
});

test("what a second thread does not have is asked of the first", async () => {
  const { threads, keeper, helper } = await openReady();
  const found = threads.call(search);
  await settled();
  keeper.open.pop()?.end(shared);
  await settled();
  await helper.answer();
  await helper.answer({ step: "missing" });
  expect(keeper.open.at(-1)?.request).toBe(search);
  keeper.open.pop()?.end({ step: "compose", text: "found" });
  expect(await found).toMatchObject({ text: "found" });
});

test("a thread that ends is told to the one who asked, and started again where it is needed", async () => {
  const { threads, keeper, helper, end, crowd } = await openReady();
  const found = threads.call(search);
  await settled();
  keeper.open.pop()?.end(shared);
  await settled();
  await helper.answer();
  helper.open.shift()?.fail();
  end();
  await expect(found).rejects.toThrow("thread has ended");
  const before = keeper.steps.length;
  void threads.call(search);
  await settled();
  expect(keeper.steps.slice(before)).toEqual(["search"]);
  crowd();
  expect(helper.steps.filter((step) => step === "start")).toHaveLength(2);
});

test("where one thread may search, no other is started", () => {
  const { helper, crowd } = openThreads(1);
  crowd(100);
  expect(helper.steps).toEqual([]);
});
