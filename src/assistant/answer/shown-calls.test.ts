import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { createShownCalls } from "./shown-calls.ts";

const call = (toolCallId: string) =>
  ({ type: "tool-call", toolCallId, toolName: "list_pages", input: {}, dynamic: true }) as const;
const result = (toolCallId: string) =>
  ({ ...call(toolCallId), type: "tool-result", output: 1 }) as const;

test("calls that a server gives one id are told apart, and end in their order", () => {
  const shown = createShownCalls({ declared: [] });
  const idsOf = (parts: Parameters<typeof shown>[0][]) =>
    parts.flatMap(shown).flatMap((event) => ("toolCallId" in event ? [event.toolCallId] : []));
  const ids = ["call-1", "call-2", "call-3"];
  expect(idsOf(["same", "same", ""].map(call))).toEqual(ids);
  expect(idsOf(["same", "same", ""].map(result))).toEqual(ids);
});

test("a server that gives all its calls one id takes no time of other answers", () => {
  const shown = createShownCalls({ declared: [] });
  const spent = processorMs();
  for (let count = 0; count < 50_000; count += 1) shown(call("same"));
  expect(spent()).toBeLessThan(5_000);
});

test("an event says first what it is, as all events of the stream do", () => {
  const shown = createShownCalls({ declared: [] });
  const failed = { ...call("b"), type: "tool-error", error: new Error("no") } as const;
  const events = [call("a"), result("a"), call("b"), failed].flatMap((part) => shown(part));
  expect(events.map((event) => Object.keys(event)[0])).toEqual(events.map(() => "type"));
});

test("what did not begin has no end", () => {
  const shown = createShownCalls({ declared: [] });
  expect(["a"].flatMap((id) => [...shown(call(id)), ...shown(result(id))])).toHaveLength(4);
  expect([...shown(result("a")), ...shown(result("__proto__"))]).toEqual([]);
});

test("the model reads from its first call to the end of the last", () => {
  const shown = createShownCalls({ declared: [] });
  const parts = [call("a"), call("b"), result("a"), result("b")];
  const states = parts
    .flatMap((part) => shown(part))
    .map((event) => (event.type === "data-status" ? event.data.state : event.type));
  expect(states).toEqual([
    "reading",
    "tool-input-available",
    "tool-input-available",
    "tool-output-available",
    "tool-output-available",
    "writing",
  ]);
});
