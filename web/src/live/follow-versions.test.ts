import { expect, test } from "vitest";
import type { Versions } from "../../../src/contract/live.ts";
import { ApiError } from "../api-request.ts";
import { type Following, followVersions } from "./follow-versions.ts";

function setUp(more: Partial<Following>) {
  const leave = new AbortController();
  const heard: Versions[] = [];
  const following: Following = {
    openStream: () => Promise.reject(new Error("no stream")),
    read: () => Promise.reject(new Error("no reply")),
    takeSlot: async () => () => undefined,
    onVersions: (versions) => heard.push(versions),
    onRefused: () => undefined,
    signal: leave.signal,
    askMs: 1,
    ...more,
  };
  return { leave, heard, following };
}

function streamOf(...events: object[]): ReadableStream<Uint8Array> {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return new Blob([...lines, ": keep-alive\n\n", "data: [DONE]\n\n"]).stream();
}

test("a stream that ended is opened again, and its slot given back in between", async () => {
  let opened = 0;
  let held = 0;
  const { leave, heard, following } = setUp({
    async takeSlot() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
    async openStream() {
      opened += 1;
      expect(held).toBe(1);
      if (opened === 2) leave.abort();
      const versions = { jobs: String(opened) };
      return streamOf({ type: "versions", versions }, { type: "later" });
    },
  });
  await followVersions(following);
  expect(heard).toEqual([{ jobs: "1" }]);
  expect([opened, held]).toEqual([2, 0]);
});

test("without a slot it asks now and then, and holds no connection", async () => {
  let asked = 0;
  const { leave, heard, following } = setUp({
    takeSlot: async () => undefined,
    async read() {
      asked += 1;
      if (asked === 3) leave.abort();
      return { jobs: String(asked) };
    },
  });
  await followVersions(following);
  expect(heard).toEqual([{ jobs: "1" }, { jobs: "2" }, { jobs: "3" }]);
});

test("a server that is away is asked again, one that refuses is not", async () => {
  let asked = 0;
  const refusals: number[] = [];
  const { following } = setUp({
    async openStream() {
      asked += 1;
      throw new ApiError({ error: "No.", status: asked === 1 ? 503 : 401 });
    },
    onRefused: ({ status }) => refusals.push(status),
  });
  await followVersions(following);
  expect([asked, refusals]).toEqual([2, [401]]);
});
