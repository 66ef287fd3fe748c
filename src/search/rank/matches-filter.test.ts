import { expect, test } from "vitest";
import { soleEdition } from "../../docs/site/edition.ts";
import { matchesFilter } from "./matches-filter.ts";

test("a path names a page with and without its ending, and all below a folder", () => {
  for (const ending of ["md", "mdx", "markdown", "html"]) {
    const path = `guides/keys.${ending}`;
    const page = { path, title: "Keys", metadata: {}, language: "en", edition: soleEdition(path) };
    const matches = (path: string) => matchesFilter(page, { path });
    expect(["/guides/keys", page.path, "guides/"].filter(matches), ending).toHaveLength(3);
    expect(["guides/key", "keys", `guides/keys.${ending}x`].filter(matches), ending).toEqual([]);
  }
});
