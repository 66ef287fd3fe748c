import { expect, onTestFinished, test } from "vitest";
import { createPageViews, type ShownPage } from "./page-views.ts";

const page: ShownPage = {
  hash: "1",
  content: "# Keys\n\n[Start](start.md)",
  format: "md",
  path: "guides/keys.md",
  root: "/docs/acme",
};

function openViews(options: Parameters<typeof createPageViews>[0] = {}) {
  const views = createPageViews(options);
  onTestFinished(() => views.close());
  return views;
}

test("a page is made into HTML once for each place it is shown at", async () => {
  const views = openViews();
  const html = await views.html(page);
  expect(html).toContain('<a href="/docs/acme/guides/start" rel="noreferrer">');
  // Told by the hash alone, so other content under it is not looked at.
  expect(await views.html({ ...page, content: "" })).toBe(html);
  expect(await views.html({ ...page, path: "keys.md" })).toContain('"/docs/acme/start"');
});

test("a page that takes too much has no HTML and is not tried again, others have, and the process goes on meanwhile", async () => {
  const views = openViews({ pageMs: (characters) => (characters > 100_000 ? 1 : 60_000) });
  const large = { ...page, hash: "2", content: "- *An* `item`\n".repeat(100_000) };
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  onTestFinished(() => clearInterval(counting));
  expect(await Promise.all([views.html(large), views.html(page)])).toEqual([
    undefined,
    expect.stringContaining("<h1"),
  ]);
  expect(turns).toBeGreaterThan(20);
  expect(await views.html({ ...large, content: "# Short" })).toBeUndefined();
});

test("who comes when too many wait is told to come back", async () => {
  const views = openViews();
  const all = Array.from({ length: 201 }, (_, index) => views.html({ ...page, hash: `${index}` }));
  const results = await Promise.allSettled(all);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(200);
  expect(results.at(-1)).toMatchObject({ reason: { code: "unavailable", retryAfterSeconds: 2 } });
});
