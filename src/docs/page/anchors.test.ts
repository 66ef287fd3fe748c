import { expect, test } from "vitest";
import { readPage } from "./page.ts";
import type { PageFormat } from "./page-format.ts";

const pageAnchors = (source: string, format: PageFormat) => readPage(source, format).anchors;

test("headings have GitHub's anchors, repeated ones are numbered", () => {
  const { headings } = pageAnchors("# One & two\n\n## Same\n\n## Same\n", "md");
  expect(headings.map((heading) => heading.anchor)).toEqual(["one--two", "same", "same-1"]);
  expect(headings[1]).toMatchObject({ text: "Same", line: 3 });
});

test("an id written after a heading is its anchor", () => {
  const { headings } = pageAnchors("## Long title {#short}\r\n\r\n## Short\r\n", "mdx");
  expect(headings.map((heading) => heading.anchor)).toEqual(["short", "short"]);
});

test("ids in tags and titles of components can be linked to", () => {
  const { all } = pageAnchors('<a id="here"></a>\n\n<Step title="Make a key">x</Step>\n', "mdx");
  expect(all).toContain("here");
  expect(all).toContain("make-a-key");
});
