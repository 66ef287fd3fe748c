import { expect, test } from "vitest";
import { createSlugger } from "./slug.ts";

test("slugs follow GitHub's rules", () => {
  const slug = createSlugger();
  expect(slug("Getting Started")).toBe("getting-started");
  expect(slug("What's new in v1.2?")).toBe("whats-new-in-v12");
  expect(slug("snake_case & more")).toBe("snake_case--more");
  expect(slug("設定 方法")).toBe("設定-方法");
});

test("repeated headings are numbered and never meet another slug", () => {
  const slug = createSlugger();
  expect(["A", "A", "A-1", "A"].map(slug)).toEqual(["a", "a-1", "a-1-1", "a-2"]);
});

test("each page counts for itself", () => {
  createSlugger()("A");
  expect(createSlugger()("A")).toBe("a");
});
