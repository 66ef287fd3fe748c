import { expect, test } from "vitest";
import {
  isSameVersion,
  mayMean,
  newestFirst,
  numbersBehindNames,
  versionNames,
  withoutVersions,
} from "./version-names.ts";

test.each([
  ["How do I set this in v2.3?", ["2.3"]],
  ["Is it possible in Docusaurus 2.x?", ["2.x"]],
  ["with version 0.78", ["0.78"]],
  ["migrate from v2 to v3", ["2", "3"]],
  ["is it in the next version", ["next"]],
  ["show 3 columns on 2 pages", []],
  ["what is oauth2 and h264", []],
  ["connect to 10.0.0.1 or to 127.0.0.1:80", ["10.0.0.1", "127.0.0.1"]],
])("%s names %j", (question, names) => {
  expect(versionNames(question)).toEqual(names);
});

test.each([
  ["jest 29 flag to run some tests", [["jest", "29"]]],
  ["Is it in React Native 0.7 or Vite 5?", [["Vite", "5"]]],
  ["show 3 columns and 29 tests", []],
  ["v2 of it", []],
])("%s has numbers behind names: %j", (question, found) => {
  expect(numbersBehindNames(question).map(({ name, number }) => [name, number])).toEqual(found);
});

test.each([
  ["mock a module in v30.0 now", ["30.0"], "mock a module in   now"],
  ["2 pages of 2.x", ["2", "2.x"], "2 pages of  "],
  ["1.x and 2.X", ["2.x"], "1.x and  "],
  ["the next version has it", ["next"], "the   has it"],
])("%s without %j", (question, names, left) => {
  expect(withoutVersions(question, new Set(names)).replace(/ {2,}/g, "  ")).toBe(
    left.replace(/ {2,}/g, "  "),
  );
});

test("a version is told by any way to write it", () => {
  expect(isSameVersion("v2.x", "2.X")).toBe(true);
  expect(isSameVersion("version-1.0", "1.0")).toBe(true);
  expect(isSameVersion("1.0", "1.0.1")).toBe(false);
});

test.each([
  ["3.9", "3.9.2", true],
  ["2", "2.x", true],
  ["2.4.1", "2.x", true],
  ["3", "2.x", false],
  ["3.1", "3.10.1", false],
  ["next", "next", true],
])("%s for %s: %j", (said, name, expected) => {
  expect(mayMean(said, name)).toBe(expected);
});

test("the newest comes first, by number", () => {
  expect(["2.9", "2.10", "v3", "2.x", "1.0"].toSorted(newestFirst)).toEqual([
    "v3",
    "2.x",
    "2.10",
    "2.9",
    "1.0",
  ]);
});
