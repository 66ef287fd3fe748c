import { expect, test } from "vitest";
import { readMappings, sourcePlace } from "./source-map.ts";

const sources = ["one.ts", "two.ts"];

test("a place of a built file is that of the last piece at or before it", () => {
  // Two lines: pieces at columns 0, 4 and 20 of the first, and at column 2 of the third; the second is empty.
  const map = readMappings(JSON.stringify({ sources, mappings: "AAAA,IAEIA,gBCFJ;;EAGN" }));
  expect(sourcePlace(map, 1, 1)).toEqual({ source: "one.ts", line: 1, column: 1 });
  expect(sourcePlace(map, 1, 4)).toEqual({ source: "one.ts", line: 1, column: 1 });
  expect(sourcePlace(map, 1, 5)).toEqual({ source: "one.ts", line: 3, column: 5 });
  expect(sourcePlace(map, 1, 900)).toEqual({ source: "two.ts", line: 1, column: 1 });
  expect(sourcePlace(map, 2, 1)).toBeUndefined();
  expect(sourcePlace(map, 3, 2)).toBeUndefined();
  expect(sourcePlace(map, 3, 3)).toMatchObject({ source: "two.ts", line: 4 });
});

test("pieces without a source are passed over, and numbers of many letters are read", () => {
  const map = readMappings(JSON.stringify({ sources, mappings: "A,6rEAg2BqiB,CAAC" }));
  expect(sourcePlace(map, 1, 1)).toBeUndefined();
  expect(sourcePlace(map, 1, 2_237)).toBeUndefined();
  expect(sourcePlace(map, 1, 2_238)).toEqual({ source: "one.ts", line: 865, column: 550 });
  expect(sourcePlace(map, 1, 2_239)).toEqual({ source: "one.ts", line: 865, column: 551 });
});
