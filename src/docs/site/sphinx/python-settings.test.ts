import { expect, test } from "vitest";
import { processorMs } from "../../../../test/processor-ms.ts";
import { pythonStrings } from "./python-settings.ts";

test("strings are read of all that is assigned or added", () => {
  const text =
    "names = [\n  'a',  # 'x'\n  \"b\",\n]\nnames += ['c']\nnames.append('d')\nother = ['e']\n";
  expect(pythonStrings(text, "names")).toEqual(["a", "b", "c", "d"]);
});

test("a file that opens lists without end is read in time", () => {
  const spent = processorMs();
  expect(pythonStrings("names = [\n".repeat(50_000), "names")).toEqual([]);
  expect(spent()).toBeLessThan(2_000);
});
