import { describe, expect, test } from "vitest";
import { openDocsContext, pagesApart } from "../../../test/docs-context.ts";
import { storeKinds } from "../../../test/harness.ts";
import { grepDocs } from "./grep-docs.ts";

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
  expect(await use(grepDocs, { text: "MAGIC_WORD" })).toMatchObject({ pages: [{ path: "z.md" }] });
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
