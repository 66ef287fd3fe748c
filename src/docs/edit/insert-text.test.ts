import { expect, test } from "vitest";
import { type InsertPlace, insertText } from "./insert-text.ts";

const page =
  "---\ntitle: T\n---\n\n# T\n\nLead.\n\n## One\n\n```\n## no\n```\n\n### Inner\n\nx\n\n## Two\n\ny\n";
const inserted = (place: InsertPlace, heading?: string) =>
  insertText("a.md", page, { place, heading, text: "New text." });

test.each<[InsertPlace, string]>([
  [{ at: "end" }, `${page}\n## New\n\nNew text.\n`],
  [{ at: "start" }, page.replace("## One", "## New\n\nNew text.\n\n## One")],
  [{ at: "after", heading: "One" }, page.replace("## Two", "## New\n\nNew text.\n\n## Two")],
  [{ at: "before", heading: "two" }, page.replace("## Two", "## New\n\nNew text.\n\n## Two")],
  [{ at: "under", heading: "One" }, page.replace("## Two", "### New\n\nNew text.\n\n## Two")],
  [{ at: "below", heading: "One" }, page.replace("## One\n", "## One\n\n### New\n\nNew text.\n")],
  [{ at: "after", heading: "Inner" }, page.replace("## Two", "### New\n\nNew text.\n\n## Two")],
])("a section at %j stands there, and nothing else changes", (place, expected) => {
  expect(inserted(place, "New")).toBe(expected);
});

test("a text without a heading keeps the page's line ends", () => {
  const windows = "# A\r\n\r\nx\r\n";
  expect(insertText("a.md", windows, { place: { at: "end" }, text: "y\n\nz" })).toBe(
    "# A\r\n\r\nx\r\n\r\ny\r\n\r\nz\r\n",
  );
});

test("a section that is there, one that is not, and one that is there twice are refused", () => {
  expect(() => inserted({ at: "end" }, "one")).toThrow(/already/);
  expect(() => inserted({ at: "after", heading: "Three" }, "New")).toThrow(/no section/);
  const twice = "## A\n\n## A\n";
  const place = { at: "after" as const, heading: "A" };
  expect(() => insertText("a.md", twice, { place, text: "x" })).toThrow(/more than one/);
});

test("tags and braces are text for readers", () => {
  expect(insertText("a.mdx", "x\n", { place: { at: "end" }, text: "<b>{y}" })).toBe(
    "x\n\n\\<b>\\{y\\}\n",
  );
});

test("marks before a heading say its level, and name no other section", () => {
  expect(inserted({ at: "end" }, "### New")).toBe(`${page}\n### New\n\nNew text.\n`);
  expect(() => inserted({ at: "end" }, "## One")).toThrow(/already/);
  expect(inserted({ at: "after", heading: "## One" }, "New")).toBe(
    inserted({ at: "after", heading: "One" }, "New"),
  );
});
