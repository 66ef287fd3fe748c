import { expect, test } from "vitest";
import { createSlugger, slugger } from "./slug.ts";

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

test("Python-Markdown keeps ASCII only and counts with an underscore", () => {
  const slug = slugger("python");
  expect(slug("Getting  Started - now")).toBe("getting-started-now");
  expect(slug("What's new in v1.2?")).toBe("whats-new-in-v12");
  expect(slug("Über café")).toBe("uber-cafe");
  expect(slug("snake_case")).toBe("snake_case");
  expect(["A", "A", "A", "A_1", "設定"].map(slug)).toEqual(["a", "a_1", "a_2", "a_3", "_1"]);
});

test("VitePress turns marks into dashes and never begins with a digit", () => {
  const slug = slugger("mdit-vue");
  expect(slug("Getting Started")).toBe("getting-started");
  expect(slug("What's new in v1.2?")).toBe("what-s-new-in-v1-2");
  expect(slug("`snake_case` & more!")).toBe("snake-case-more");
  expect(slug("2. Étapes")).toBe("_2-etapes");
  expect(slug("設定 方法")).toBe("設定-方法");
  expect(["A", "A", "A"].map(slug)).toEqual(["a", "a-1", "a-2"]);
});

test("thousands of equal headings are numbered in time", () => {
  for (const style of ["github", "python", "mdit-vue"] as const) {
    const slug = slugger(style);
    const slugs = Array.from({ length: 20_000 }, () => slug("Same"));
    expect(new Set(slugs).size).toBe(20_000);
  }
});
