import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { soleEdition } from "../../docs/site/edition.ts";
import { pageFilter } from "./page-filter.ts";

test("a path names a page with and without its ending, and all below a folder", () => {
  for (const ending of ["md", "mdx", "markdown", "html"]) {
    const path = `guides/keys.${ending}`;
    const page = { path, title: "Keys", metadata: {}, language: "en", edition: soleEdition(path) };
    const matches = (path: string) => pageFilter({ path })(page);
    expect(["/guides/keys", page.path, "guides/"].filter(matches), ending).toHaveLength(3);
    expect(["guides/key", "keys", `guides/keys.${ending}x`].filter(matches), ending).toEqual([]);
  }
});

test("what a filter costs goes by pages and keys, not by its values", () => {
  const path = "guides/admin/keys.md";
  const page = {
    ...{ path, title: "Keys", metadata: { tags: ["a", "b"] }, language: "en" },
    edition: { ...soleEdition(path), versions: ["v2.x"], locale: "pt_BR" },
  };
  const many = (name: string) => Array.from({ length: 100 }, (_, place) => `${name}-${place}`);
  const costOf = (wanted: (name: string) => string[]) => {
    const isTaken = pageFilter({
      ...{ path: ["guides/admin", ...wanted("guides")], tags: ["b", ...wanted("tag")] },
      ...{ version: ["2.x", ...wanted("v")], language: ["pt", ...wanted("x")] },
    });
    const spent = processorMs();
    let taken = 0;
    for (let round = 0; round < 20_000; round += 1) taken += isTaken(page) ? 1 : 0;
    expect(taken).toBe(20_000);
    return spent();
  };
  const one = costOf(() => []);
  expect(costOf(many)).toBeLessThan(5 * one + 50);
});
