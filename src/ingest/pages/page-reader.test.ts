import { expect, onTestFinished, test } from "vitest";
import { identifyPage } from "./page-identity.ts";
import { type ThreadedOptions, threadedReader } from "./page-reader.ts";

function openReader(options: ThreadedOptions) {
  const reader = threadedReader(options);
  onTestFinished(() => reader.close());
  return reader;
}

function pageOf(path: string, content: string) {
  return identifyPage({ path, content, problems: [] }, "github");
}

test("a page that takes too much is left out, the others of its batch are read, and the process goes on meanwhile", async () => {
  const reader = openReader({ allowedMs: (characters) => (characters > 100_000 ? 1 : 60_000) });
  const large = "- An *item* of [a list](https://example.com) with `code` in it.\n".repeat(40_000);
  const pages = [pageOf("a.md", "# A\n\nText."), pageOf("b.md", large), pageOf("c.md", "# C\n")];
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  onTestFinished(() => clearInterval(counting));
  const blobs = await reader.parse(pages);
  expect(blobs.map((blob) => blob?.title)).toEqual(["A", undefined, "C"]);
  expect(turns).toBeGreaterThan(20);
});

test("a page of the largest size is read within what a page may take", async () => {
  const reader = openReader({});
  const section = `## Section\n\n${"A sentence of a page with some `code`. ".repeat(20)}\n\n`;
  const page = pageOf("large.md", section.repeat(2_600));
  expect(page.content.length).toBeGreaterThan(2_000_000);
  const [blob] = await reader.parse([page]);
  expect(blob?.passages.length).toBeGreaterThan(100);
});

test("another project's pages are read between those that are tried one by one", async () => {
  const reader = openReader({ allowedMs: (characters) => (characters > 100_000 ? 1 : 60_000) });
  const large = "- An *item* of [a list](https://example.com) with `code` in it.\n".repeat(40_000);
  const ended: string[] = [];
  const costly = reader.parse([pageOf("a.md", large), pageOf("b.md", large)]);
  const other = reader.parse([pageOf("c.md", "# C\n")]);
  await Promise.all([
    costly.then(() => ended.push("costly")),
    other.then(() => ended.push("other")),
  ]);
  expect(ended).toEqual(["other", "costly"]);
});
