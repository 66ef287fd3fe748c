import { expect, test } from "vitest";
import { openDocsContext, pagesApart } from "../../../test/docs-context.ts";
import { readPage } from "./read-page.ts";

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
