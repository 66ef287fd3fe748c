import { expect, test } from "vitest";
import { toolReport } from "./tool-report.ts";

test("a check says that nothing is broken, or lists what is", () => {
  const passed = { passed: true, message: "Nothing is broken." };
  expect(done("check", passed)).toMatchObject({ note: "nothing is broken", tone: "good" });
  const broken = ["a.md:3 There is no page /b.", "a.md:4 There is no page /c."];
  expect(done("check", { passed: false, broken, more: 10 })).toEqual({
    note: "12 findings",
    tone: "bad",
    lists: [{ title: "Broken", lines: [...broken, "and 10 more"] }],
    rest: {},
  });
});

test("a move says what was repaired, what was not and what still names the old path", () => {
  const output = {
    from: "a.md",
    to: "b.md",
    repaired: [
      { path: "c.md", lines: [1, 3] },
      { path: "d.md", lines: [2, "and 11 more"] },
    ],
    notRepaired: ["e.md:1 it is code"],
    stillNamed: ["f.txt:1 see a.md"],
  };
  expect(done("move_file", output)).toEqual({
    note: "2 files repaired, 1 not repaired, 1 still named",
    tone: "soft",
    lists: [
      { title: "Not repaired", lines: ["e.md:1 it is code"] },
      { title: "Still named", lines: ["f.txt:1 see a.md"] },
      { title: "Repaired", lines: ["c.md:1, 3", "d.md:2, and 11 more"] },
    ],
    rest: { from: "a.md", to: "b.md" },
  });
});

test("files that the tool or the stream left out are counted", () => {
  const file = { path: "c.md", lines: [1] };
  const repaired = [...Array(100).fill(file), "… 100 more"];
  const output = { repaired, moreRepaired: 50, notRepaired: ["x:1 y"], moreNotRepaired: 4 };
  const report = done("delete_file", output);
  expect(report?.note).toBe("250 files repaired, 5 not repaired");
  expect(report?.lists.at(-1)?.lines.slice(-2)).toEqual(["c.md:1", "and 150 more"]);
});

test("a deletion that touched nothing else has no lists", () => {
  const report = done("delete_file", { path: "a.md", repaired: [], notRepaired: [] });
  expect(report).toMatchObject({ note: "0 files repaired", lists: [], rest: { path: "a.md" } });
});

test("a finish that the checks sent back lists the findings", () => {
  const error = "Not finished yet.\n- a.md:3 No page /b.\n- and 7 more; run check\nSay why.";
  expect(toolReport({ name: "finish", state: "failed", output: error })).toEqual({
    note: "sent back, 8 findings",
    tone: "bad",
    lists: [
      { title: "What the checks found", lines: ["a.md:3 No page /b.", "and 7 more; run check"] },
    ],
    rest: "Not finished yet.\nSay why.",
  });
});

test("other errors stay as they are", () => {
  const claims = "claims.0: a line needs the path of its file.";
  expect(toolReport({ name: "finish", state: "failed", output: claims })).toBeUndefined();
  expect(toolReport({ name: "check", state: "failed", output: "- x" })).toBeUndefined();
});

test("a read that was cut says where it goes on", () => {
  const output = { path: "a.md", nextLine: 90, content: "x" };
  expect(done("read_file", output)).toMatchObject({ note: "goes on at line 90", rest: output });
  expect(done("read_file", { path: "a.md", content: "x" })).toBeUndefined();
});

test.each([undefined, null, "x", [], {}, { repaired: "x" }, { passed: false, broken: [1] }])(
  "output %j is never a fault",
  (output) => {
    for (const name of ["check", "move_file", "delete_file", "read_file", "finish"]) {
      expect(done(name, output)).toBeUndefined();
      expect(toolReport({ name, state: "running", output })).toBeUndefined();
    }
  },
);

function done(name: string, output: unknown) {
  return toolReport({ name, output, state: "done" });
}
