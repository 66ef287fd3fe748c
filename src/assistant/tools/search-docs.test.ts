import { expect, test } from "vitest";
import { openDocsContext, pagesApart } from "../../../test/docs-context.ts";
import { searchDocs } from "./search-docs.ts";

test("passages get numbers that stay the same when they are found again", async () => {
  const { context, use } = await openDocsContext();
  const first = await use(searchDocs, { query: "create a key", limit: 1 });
  const second = await use(searchDocs, { query: "install acme", limit: 1 });
  expect(first).toMatchObject({
    passages: [{ number: 1, path: "keys.md", text: expect.stringContaining("acme keys create") }],
  });
  expect(second).toMatchObject({ passages: [{ number: 2, path: "install.md" }] });
  expect(await use(searchDocs, { query: "create a key", limit: 1 })).toEqual(first);
  expect(context.passages.list.map((passage) => passage.path)).toEqual(["keys.md", "install.md"]);
});

test("hidden pages and pages the question leaves out are not found", async () => {
  const { use } = await openDocsContext({ pages: pagesApart }, { audience: "readers" });
  const found = JSON.stringify(await use(searchDocs, { query: "rotate a token", limit: 10 }));
  expect(found).toContain("acme tokens rotate");
  expect(found).not.toMatch(/burn|vanish/);
});

test.each([{}, { query: "" }, { query: "x".repeat(501) }, { query: "x", limit: 11 }, null])(
  "%j is no search",
  (input) => {
    expect(searchDocs.input.safeParse(input).success).toBe(false);
  },
);
