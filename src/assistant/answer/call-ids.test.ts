import { expect, test } from "vitest";
import { createCallIds } from "./call-ids.ts";

test("calls that a server gives one id are told apart, and end in their order", () => {
  const ids = createCallIds();
  expect([ids.begin("same"), ids.begin("same"), ids.begin("")]).toEqual([
    "call-1",
    "call-2",
    "call-3",
  ]);
  expect([ids.end("same"), ids.end("same"), ids.end("")]).toEqual(["call-1", "call-2", "call-3"]);
});

test("what did not begin has no end", () => {
  const ids = createCallIds();
  ids.begin("a");
  ids.end("a");
  expect([ids.end("a"), ids.end("__proto__")]).toEqual([undefined, undefined]);
});
