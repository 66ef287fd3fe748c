import { expect, test } from "vitest";
import { overlayOf } from "../../../test/overlay-of.ts";

async function found(pattern: string, { caseSensitive = true, folder = "" } = {}) {
  const overlay = await overlayOf({ "a.md": "one 1\ntwo 22\n", "docs/b.md": "three 333\nold 4\n" });
  overlay.write("docs/b.md", "three 333\nTWO 5\n");
  overlay.write("docs/c.md", "a+b\n");
  const { matches } = await overlay.grep(pattern, { isPattern: true, caseSensitive, folder });
  return matches.map(({ path, line }) => `${path}:${line}`);
}

test("a pattern finds lines of unchanged and changed files alike", async () => {
  expect(await found("[0-9]{2,3}$")).toEqual(["a.md:2", "docs/b.md:1"]);
  expect(await found("^(two|old) ")).toEqual(["a.md:2"]);
  expect(await found("^two ", { caseSensitive: false })).toEqual(["a.md:2", "docs/b.md:2"]);
  expect(await found("^t", { folder: "docs" })).toEqual(["docs/b.md:1"]);
  expect(await found("a\\+b")).toEqual(["docs/c.md:1"]);
  expect(await found("nothing|none")).toEqual([]);
});

test("a pattern is searched without changes too, and never read as an option", async () => {
  const overlay = await overlayOf({ "a.md": "--help\n" });
  const { matches } = await overlay.grep("--h[e]lp", { isPattern: true });
  expect(matches).toEqual([{ path: "a.md", line: 1, text: "--help" }]);
});

test("of a long line the part around the match is shown", async () => {
  const overlay = await overlayOf({ "a.md": `${"é".repeat(5_000)}needle 7${"b".repeat(5_000)}` });
  const { matches } = await overlay.grep("needle [0-9]", { isPattern: true });
  expect(matches[0]?.text).toContain("needle 7");
  expect(matches[0]?.text.length).toBeLessThanOrEqual(300);
});

test.each(["(", "[a", "a{2"])("%j is refused with what to do instead", async (pattern) => {
  await expect(found(pattern)).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("backslash"),
  });
});

test.each([
  "((((a{1,255}){1,255}){1,255}){1,255})",
  "(a*)\\1",
  `${"(".repeat(40)}a${")".repeat(40)}`,
  "a".repeat(301),
])("%j, which could take gigabytes or hours, is refused", async (pattern) => {
  await expect(found(pattern)).rejects.toMatchObject({ code: "invalid_request" });
});
