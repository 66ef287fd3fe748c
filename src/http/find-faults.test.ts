import { expect, test } from "vitest";
import { z } from "zod";
import { findFaults } from "./find-faults.ts";

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const scalar = z.union([z.string(), z.number()]);
const schema = z.object({
  messages: z.array(z.looseObject({ role: z.string(), parts: z.array(part).default([]) })).min(1),
  filter: z.record(z.string().max(5), z.union([scalar, z.array(scalar)])).nullish(),
  size: z
    .int()
    .nullish()
    .transform((size) => size ?? 5),
});

const pathsOf = (value: unknown) => findFaults(schema, value, 20).map(({ path }) => path.join("."));

test("a value that fits has no faults", () => {
  const parts = [{ type: "text", text: "x", more: { deep: [1] } }];
  expect(pathsOf({ messages: [{ role: "user", parts }, { role: "user" }] })).toEqual([]);
  expect(pathsOf({ messages: [{ role: "user" }], filter: { a: ["x", 1], b: 2 } })).toEqual([]);
});

test("faults are found at every depth, in the order of the keys", () => {
  const messages = [{ role: 1, parts: [{ type: 1 }, 0] }, {}, 7];
  expect(pathsOf({ messages, filter: { a: [null], toolong: 1, b: {} }, size: "x" })).toEqual([
    ...["messages.0.role", "messages.0.parts.0.type", "messages.0.parts.1"],
    ...["messages.1.role", "messages.2"],
    ...["filter.a.0", "filter.toolong", "filter.b", "size"],
  ]);
});

test("no more faults are given than asked for", () => {
  const wrong = { messages: Array(1_000).fill({ role: "user", parts: [1, 2, 3] }) };
  expect(findFaults(schema, wrong, 20)).toHaveLength(20);
  expect(findFaults(schema, { filter: Object.fromEntries(Array(90).entries()) }, 7)).toHaveLength(
    7,
  );
});

test("a fault of the whole list is left to the schema", () => {
  expect(pathsOf({ messages: [] })).toEqual([]);
  expect(schema.safeParse({ messages: [] }).success).toBe(false);
});

test("of an object with too many keys none is looked at", () => {
  let looked = 0;
  const item = z.string().refine(() => {
    looked += 1;
    return true;
  });
  const schema = z.object({ filter: z.record(item, item).meta({ maxProperties: 20 }).nullish() });
  const filter = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key${at}`, "x"]));
  expect(findFaults(schema, { filter }, 20)).toEqual([
    { path: ["filter"], message: "At most 20 keys." },
  ]);
  expect(looked).toBe(0);
});
