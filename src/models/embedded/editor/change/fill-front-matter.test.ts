import { expect, test } from "vitest";
import { filledPage } from "./fill-front-matter.ts";

const both = ["title", "description"] as ("title" | "description")[];

test("a page without front matter gets one", () => {
  const { text, added } = filledPage(
    "docs/a.md",
    "# Keys: all\n\nA key opens a door. More.\n",
    both,
  );
  expect(text).toBe(
    '---\ntitle: "Keys: all"\ndescription: A key opens a door.\n---\n\n# Keys: all\n\nA key opens a door. More.\n',
  );
  expect(added).toEqual(both);
});

test("only what is missing is added, line ends and mark stay", () => {
  const source = "\uFEFF---\r\ntitle: A\r\ntags: [x]\r\n---\r\n\r\nThis is text.\r\n";
  expect(filledPage("a.md", source, both).text).toBe(
    "\uFEFF---\r\ntitle: A\r\ndescription: This is text.\r\ntags: [x]\r\n---\r\n\r\nThis is text.\r\n",
  );
});

test("an empty field is filled in its place", () => {
  expect(filledPage("a.md", "---\ntags: []\ntitle:\n---\n\n## B\n", ["title"]).text).toBe(
    "---\ntags: []\ntitle: B\n---\n\n## B\n",
  );
});

test("the file name is the title where there is no heading", () => {
  expect(filledPage("docs/getting-started.md", "Text only here.\n", ["title"]).text).toContain(
    "title: Getting started\n",
  );
  expect(filledPage("docs/guides/index.md", "Text only here.\n", ["title"]).text).toContain(
    "title: Guides\n",
  );
});

test("a page with nothing to describe it, or with broken front matter, is named", () => {
  expect(filledPage("a.md", "# A\n", ["description"])).toMatchObject({
    added: [],
    missing: ["description"],
  });
  const broken = "---\ntitle: [\n---\n\nSome text here.\n";
  expect(filledPage("a.md", broken, both)).toMatchObject({ text: broken, added: [] });
});

test("a complete page is left alone", () => {
  const source = "---\ntitle: A\ndescription: B\n---\n";
  expect(filledPage("a.md", source, both)).toEqual({ text: source, added: [], missing: [] });
});
