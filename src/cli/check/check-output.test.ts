import { expect, test } from "vitest";
import { checkOutput } from "./check-output.ts";

const clean = { docsFolder: "docs", pages: 1, links: 0, knownBefore: 0, findings: [], remarks: [] };

test.each([
  [{}, "Everything is fine: 1 page, 0 links."],
  [{ pages: 2, links: 1 }, "Everything is fine: 2 pages, 1 link."],
  [{ knownBefore: 1 }, "Everything is fine: 1 page, 0 links. 1 older finding is not counted."],
  [{ knownBefore: 2 }, "Everything is fine: 1 page, 0 links. 2 older findings are not counted."],
])("a clean result with %j is one line", (counts, text) => {
  expect(checkOutput({ ...clean, ...counts }, "text")).toBe(text);
});

test("findings are grouped by check, whatever their order", () => {
  const findings = [
    { check: "fence", path: "b.md", line: 9, message: "open" },
    { check: "link", path: "b.md", line: 3, message: "gone" },
    { check: "link", path: "c.md", line: 1, message: "gone too" },
  ] as const;
  expect(checkOutput({ ...clean, findings: [...findings], knownBefore: 1 }, "text")).toBe(
    `Links to pages that are not there
  b.md:3 gone
  c.md:1 gone too

Code blocks
  b.md:9 open

3 findings in 2 pages, 1 of them a warning. 1 older finding is not counted.`,
  );
});

test("what is not said stands apart from what is wrong, in every format", () => {
  const remarks = [
    { kind: "unknown", path: "a.md", line: 2, message: "a component may make it" },
    { kind: "not-checked", path: "b.md", line: 1, message: "not checked: too long" },
    { kind: "layout", path: "docs", line: 1, message: "not understood" },
  ] as const;
  const result = { ...clean, remarks: [...remarks] };
  expect(checkOutput(result, "text")).toBe(`Not understood
  docs:1 not understood

Pages that were not checked
  b.md:1 not checked: too long

Cannot be known without building the site
  a.md:2 a component may make it

Everything that could be checked is fine: 1 page, 0 links.`);
  expect(JSON.parse(checkOutput(result, "json"))).toMatchObject({ findings: [], remarks });
  const [run] = JSON.parse(checkOutput(result, "sarif")).runs;
  expect(run.results).toEqual([]);
  expect(run.invocations[0].toolExecutionNotifications).toMatchObject(
    remarks.map(({ kind, message }) => ({
      descriptor: { id: kind },
      level: "note",
      message: { text: message },
    })),
  );
});

test("of many links that cannot be known ten are shown", () => {
  const remarks = Array.from({ length: 12 }, (_, line) => {
    return { kind: "unknown" as const, path: "a.md", line, message: "x" };
  });
  expect(checkOutput({ ...clean, remarks }, "text")).toContain(
    "  and 2 more, which --format json lists",
  );
});
