import { expect, test } from "vitest";
import { createThreadLanes } from "./thread-lanes.ts";

/** Lanes whose calls end when told to; each tells which thread it is on. */
function openLanes(most: number) {
  const ends = new Map<string, () => void>();
  const on: string[] = [];
  let opened = 0;
  const lanes = createThreadLanes<string, string>({
    most,
    isForFirst: (request) => request.startsWith("site"),
    open() {
      opened += 1;
      const name = `thread ${opened}`;
      return {
        async call(request) {
          on.push(`${request} on ${name}`);
          await new Promise<void>((resolve) => ends.set(request, resolve));
          if (request.endsWith("!")) throw new Error(request);
          return request;
        },
        close: async () => undefined,
      };
    },
  });
  return { lanes, on, end: (request: string) => ends.get(request)?.() };
}

test("another thread is opened where calls wait, and none beyond the most", () => {
  const { lanes, on } = openLanes(2);
  for (const request of ["a", "b"]) void lanes.call(request);
  expect(on).toEqual(["a on thread 1"]);
  for (const request of ["c", "d", "e", "f", "g"]) void lanes.call(request);
  expect(on).toEqual(["a on thread 1", "b on thread 2"]);
});

test("calls for a site wait for the first thread, and others pass them", async () => {
  const { lanes, on, end } = openLanes(2);
  for (const request of ["a", "site", "b"]) void lanes.call(request);
  expect(on).toEqual(["a on thread 1", "b on thread 2"]);
  const last = lanes.call("c");
  end("b");
  await expect.poll(() => on).toContain("c on thread 2");
  end("a");
  await expect.poll(() => on).toContain("site on thread 1");
  end("c");
  expect(await last).toBe("c");
});

test("a call that fails leaves its thread to the next one", async () => {
  const { lanes, end } = openLanes(1);
  const failing = lanes.call("a!");
  const next = lanes.call("b");
  end("a!");
  await expect(failing).rejects.toThrow("a!");
  end("b");
  expect(await next).toBe("b");
});
