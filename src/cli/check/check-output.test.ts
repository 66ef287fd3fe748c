import { expect, test } from "vitest";
import { checkOutput } from "./check-output.ts";

const clean = { docsFolder: "docs", pages: 1, links: 0, knownBefore: 0, findings: [] };

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

3 findings in 2 pages. 1 older finding is not counted.`,
  );
});
