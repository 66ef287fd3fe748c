import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { textValues } from "./text-values.ts";

const shown = (path: string, text: string) =>
  textValues(path, text).map(({ keys, isKey, value, start, end, write }) => [
    keys.join("."),
    isKey ? `key ${value}` : value,
    text.slice(start, end),
    write("it's"),
  ]);

test("texts of JSON, YAML and scripts have their names, their places and their marks", () => {
  expect(shown("a.json", '{ "a": [{ "b": "x" }], "c": 1 }')).toEqual([
    ["a.b", "x", '"x"', '"it\'s"'],
  ]);
  expect(shown("a.yml", "a:\n  - b: 'x'\n  - y z\n")).toEqual([
    ["", "key a", "a", "it's"],
    ["a", "key b", "b", "it's"],
    ["a.b", "x", "'x'", "'it''s'"],
    ["a", "y z", "y z", "it's"],
  ]);
  expect(
    shown("a.ts", "export default { a: 'x', b: \"y\", c: d + 'z', e: `w`, f: ['v'] }"),
  ).toEqual([
    ["a", "x", "'x'", "'it\\'s'"],
    ["b", "y", '"y"', '"it\'s"'],
  ]);
});

test("what cannot be read, and files without places, have none", () => {
  for (const [path, text] of [
    ["a.json", "{"],
    ["a.yml", "a: ["],
    ["a.toml", "a = 'x'"],
    ["a.txt", "x"],
  ] as const)
    expect(textValues(path, text)).toEqual([]);
});

test("hostile files are read in linear time", () => {
  const taken = (times: number) => {
    const spent = processorMs();
    for (const [path, part] of [
      ["a.json", "["],
      ["a.yml", "- "],
      ["a.yml", "a: b\n"],
      ["a.ts", "{a:'x',"],
    ] as const)
      textValues(path, part.repeat(times));
    return spent();
  };
  taken(100);
  expect(taken(8_000)).toBeLessThan(40 * taken(1_000) + 500);
});
