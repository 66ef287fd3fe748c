import { expect, onTestFinished, test } from "vitest";
import { createPageViews } from "./page-views.ts";
import type { ShownPage } from "./view-request.ts";

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
  const rendered = await views.render(page, "net");
  expect(rendered?.html).toContain('<a href="/docs/acme/guides/start">');
  // Told by the hash alone, so other content under it is not looked at.
  expect(await views.render({ ...page, content: "" }, "net")).toBe(rendered);
  const other = await views.render({ ...page, path: "keys.md" }, "net");
  expect(other?.html).toContain('"/docs/acme/start"');
});

test("a page that takes too much has no HTML and is not tried again, others have, and the process goes on meanwhile", async () => {
  const views = openViews({ pageMs: (characters) => (characters > 100_000 ? 1 : 60_000) });
  const large = { ...page, hash: "2", content: "- *An* `item`\n".repeat(100_000) };
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  onTestFinished(() => clearInterval(counting));
  expect(await Promise.all([views.render(large, "net"), views.render(page, "net")])).toEqual([
    undefined,
    expect.objectContaining({ title: "Keys" }),
  ]);
  expect(turns).toBeGreaterThan(20);
  expect(await views.render({ ...large, content: "# Short" }, "net")).toBeUndefined();
});

test("networks take turns, and one that opens too many pages at once is told to wait", async () => {
  const views = openViews();
  const served: string[] = [];
  const open = (network: string, hash: string) =>
    views.render({ ...page, hash }, network).then(() => served.push(network));
  const many = Array.from({ length: 101 }, (_, index) => open("10.0.0.1", `${index}`));
  const other = open("10.0.0.2", "other");
  const results = await Promise.allSettled([...many, other]);
  expect(served.indexOf("10.0.0.2")).toBeLessThan(3);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { code: "rate_limited", retryAfterSeconds: 2 } }]);
});
