import { describe, expect, test } from "vitest";
import { openDocsContext, pagesApart } from "../../../test/docs-context.ts";
import { storeKinds } from "../../../test/harness.ts";
import { grepDocs, listPages, readPage, searchDocs } from "./docs-tools.ts";

describe("search_docs", () => {
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
});

describe("read_page", () => {
  const lines = Array.from({ length: 500 }, (_, index) => `Line ${index + 1} says so.`);
  const long = { "long.md": lines.join("\n"), "wide.md": `# Wide\n\n${"word ".repeat(20_000)}\n` };

  test("lines of a page are a numbered passage that can be cited where it stands", async () => {
    const { context, use } = await openDocsContext({ pages: long });
    expect(await use(readPage, { path: "long.md", startLine: 10, endLine: 12 })).toEqual({
      passage: {
        number: 1,
        page: "Long",
        path: "long.md",
        section: "",
        text: "Line 10 says so.\nLine 11 says so.\nLine 12 says so.",
      },
      startLine: 10,
      endLine: 12,
      linesInPage: 500,
    });
    expect(context.passages.list).toMatchObject([{ path: "long.md", startLine: 10, endLine: 12 }]);
  });

  test.each([
    [{ path: "long.md" }, 1, 200],
    [{ path: "long.md", startLine: 400, endLine: 9_000 }, 400, 500],
    [{ path: "long.md", startLine: 9_000 }, 500, 500],
    [{ path: "long.md", startLine: 20, endLine: 3 }, 20, 20],
  ])("%j is read within bounds", async (input, startLine, endLine) => {
    const { use } = await openDocsContext({ pages: long });
    expect(await use(readPage, input)).toMatchObject({ startLine, endLine });
  });

  test("a page of one endless line is cut", async () => {
    const { use } = await openDocsContext({ pages: long });
    const read = await use(readPage, { path: "wide.md" });
    expect(JSON.stringify(read).length).toBeLessThan(20_500);
  });

  test.each([
    "staff.md",
    "hidden.md",
    "nowhere.md",
    "../../etc/passwd",
    "open.md\0.png",
    "![x](https://evil.example/?q=1)",
  ])("%s cannot be read, and the reply does not repeat its name", async (path) => {
    const { context, use } = await openDocsContext({ pages: pagesApart }, { audience: "readers" });
    const error = await use(readPage, { path }).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "not_found",
      message: expect.stringMatching(/no such page/),
    });
    expect(String(error)).not.toContain(path);
    expect(context.passages.list).toEqual([]);
  });

  test.each([{}, { path: "" }, { path: "x".repeat(1_001) }, { path: "a", startLine: 0.5 }])(
    "%j is no page",
    (input) => {
      expect(readPage.input.safeParse(input).success).toBe(false);
    },
  );
});

describe("list_pages", () => {
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
});

describe("grep_docs", () => {
  describe.each(storeKinds)("on %s", (store) => {
    test("lines are found letter by letter, whatever their case, and no wildcard means more than itself", async () => {
      const pages = { "a.md": "# A\n\nSet `MAX_SIZE` to 5.\n\nmax size is not it.\n100%\n" };
      const { use } = await openDocsContext({ store, pages });
      expect(await use(grepDocs, { text: "max_size" })).toEqual({
        pages: [{ path: "a.md", title: "A", lines: [{ line: 3, text: "Set `MAX_SIZE` to 5." }] }],
      });
      expect(await use(grepDocs, { text: "m%e" })).toEqual({ pages: [] });
      expect(await use(grepDocs, { text: "0%\0" })).toMatchObject({ pages: [{ path: "a.md" }] });
      expect(await use(grepDocs, { text: "'; drop table pages; --" })).toEqual({ pages: [] });
    });
  });

  test("hidden pages and pages the question leaves out are not searched", async () => {
    const { use } = await openDocsContext({ pages: pagesApart }, { audience: "readers" });
    const found = await use(grepDocs, { text: "MAGIC_WORD" });
    expect(found).toMatchObject({ pages: [{ path: "open.md" }] });
    expect(JSON.stringify(found)).not.toMatch(/burn|vanish|staff/);
  });

  test("pages that a filter leaves out do not hide those behind them", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`a${10 + index}.md`, "# Other\n\nMAGIC_WORD\n"]),
    );
    pages["z.md"] = "---\nedition: 2\n---\n\n# Wanted\n\nMAGIC_WORD\n";
    const { use } = await openDocsContext({ pages }, { edition: 2 });
    expect(await use(grepDocs, { text: "MAGIC_WORD" })).toMatchObject({
      pages: [{ path: "z.md" }],
    });
  });

  test("what is given back is bounded in pages, lines and their length", async () => {
    const line = `needle ${"x".repeat(2_000)}\n`;
    const pages = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`p${index}.md`, `# P\n\n${line.repeat(9)}`]),
    );
    const { use } = await openDocsContext({ pages });
    const found = await use(grepDocs, { text: "needle" });
    expect(found).toMatchObject({ pages: { length: 20 } });
    expect(JSON.stringify(found).length).toBeLessThan(20 * (5 * 400 + 200));
  });

  test.each([{}, { text: "a" }, { text: "x".repeat(201) }, "text"])("%j is no search", (input) => {
    expect(grepDocs.input.safeParse(input).success).toBe(false);
  });
});
