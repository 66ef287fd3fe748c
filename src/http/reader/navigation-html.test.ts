import { expect, test } from "vitest";
import { makePageTree } from "../../projects/reader/page-tree.ts";
import { groupHtml } from "./navigation-html.ts";

test("a list of thousands of pages is shown to its end, part by part", () => {
  const pages = Array.from({ length: 4_100 }, (_, index) => ({
    ...{ path: `page-${index}.md`, title: `Page ${index}`, section: [] },
  }));
  const group = makePageTree(pages);
  const place = {
    ...{ tree: group, current: "" },
    hrefOf: (path: string) => `/${path}`,
    moreOf: (_at: string, from = 0) => `from ${from}`,
  };
  const found: string[] = [];
  const parts: number[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    parts.push(from);
    const html = groupHtml(place, { group, at: "", from });
    found.push(...[...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, href = ""]) => href));
    const next = /class="nav-next" href="[^"]+" data-load="from (\d+)"/.exec(html)?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  expect(parts).toEqual([0, 2_000, 4_000]);
  expect(found).toEqual(pages.map(({ path }) => `/${path}`));
});
