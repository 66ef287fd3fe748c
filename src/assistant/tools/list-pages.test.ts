import { expect, test } from "vitest";
import { openDocsContext, pagesApart } from "../../../test/docs-context.ts";
import { listPages } from "./list-pages.ts";

const many = Object.fromEntries(
  Array.from({ length: 203 }, (_, index) => [`guides/${1_000 + index}.md`, `# Guide ${index}\n`]),
);

test("pages are listed with their titles, those of a folder alone if asked", async () => {
  const { use } = await openDocsContext({
    pages: { "a.md": "# First\n", "api/b.md": "# Second\n" },
  });
  expect(await use(listPages, {})).toEqual({
    pages: [
      { path: "a.md", title: "First", section: "" },
      { path: "api/b.md", title: "Second", section: "Api" },
    ],
    total: 2,
  });
  expect(await use(listPages, { folder: "/api/" })).toMatchObject({ total: 1 });
  expect(await use(listPages, { folder: "../.." })).toEqual({ pages: [], total: 0 });
});

test("a long list is cut, and says how much there is", async () => {
  const { use } = await openDocsContext({ pages: many });
  const listed = await use(listPages, {});
  expect(listed).toMatchObject({ total: 203, pages: { length: 200 } });
});

test("hidden pages and pages the question leaves out are not listed", async () => {
  const { use } = await openDocsContext({ pages: pagesApart }, { audience: "readers" });
  expect(await use(listPages, {})).toMatchObject({ pages: [{ path: "open.md" }], total: 1 });
});
