import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { comparePassages, cutPassage } from "./compare-passages.ts";

const question = "default window size";

function compared(content: string, names: string[] = ["Lists"]) {
  const [one] = comparePassages(embedder, question, [cutPassage(embedder, { names, content })]);
  if (one === undefined) throw new Error("nothing was compared");
  return one;
}

test("a question in one paragraph, item or row is more than the same words scattered over many", () => {
  const together =
    "| option | default |\n|---|---|\n| window size | default 21 |\n| color | none |";
  const scattered = "A window opens.\n\nBy default it is blue.\n\n- the size of a file\n- nothing";
  expect(compared(together).focus).toBeGreaterThan(compared(scattered).focus + 0.1);
  expect(compared(scattered).agreement).toBeCloseTo(1);
});

test("headings that name the question are told apart from text that does", () => {
  const named = compared("It is 21.", ["Lists", "Default window size"]);
  const other = compared("The default window size is 21.", ["Lists", "Memory"]);
  expect(named.naming).toBeCloseTo(1);
  expect(other.naming).toBeLessThan(0.8);
  expect(other.focus).toBeCloseTo(1);
});

test("a passage agrees just as its whole text does", () => {
  const names = ["Lists", "Memory"];
  const content = "How large the window is.\n\n1. Open it.\n2. Set the size.";
  const whole = [...names, content].join("\n");
  expect(compared(content, names).agreement).toBeCloseTo(embedder.agreement(question, whole));
});

test("the last of very many blocks is compared too", () => {
  const rows = Array.from({ length: 100 }, (_, row) => `- entry ${row}`);
  expect(compared([...rows, "- the default window size"].join("\n")).agreement).toBeCloseTo(1);
});

test("several passages compared at once are as they are one by one", () => {
  const contents = ["The default size.", "", "A window.\n\nIts size."];
  const all = contents.map((content) => cutPassage(embedder, { names: ["A", "B"], content }));
  expect(comparePassages(embedder, question, all)).toEqual(
    contents.map((content) => compared(content, ["A", "B"])),
  );
});
