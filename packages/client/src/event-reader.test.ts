import { expect, test } from "vitest";
import { createEventReader } from "./event-reader.ts";

test("a long event in many pieces is looked through once, not once for each piece", () => {
  const whole = `id: 1\ndata: ${"x".repeat(7_000_000)}\n\n`;
  const eventsIn = createEventReader();
  const lengths: number[] = [];
  for (let at = 0; at < whole.length; at += 50)
    for (const { data } of eventsIn(whole.slice(at, at + 50))) lengths.push(data.length);
  expect(lengths).toEqual([7_000_000]);
});

test("an event is refused where it grows beyond the bound, by one line or by many", () => {
  const long = "data: ".padEnd(1_000_000, "x");
  for (const end of ["", "\n"]) {
    const eventsIn = createEventReader();
    const read = () => Array.from({ length: 9 }, () => [...eventsIn(long + end)]);
    expect(read).toThrow(expect.objectContaining({ code: "protocol" }));
  }
  const eventsIn = createEventReader();
  const all = Array.from({ length: 20 }, () => [...eventsIn(`${long}\n\n`)]);
  expect(all.flat()).toHaveLength(20);
});
