import { expect, test } from "vitest";
import { overlayOf } from "../../test/overlay-of.ts";

const files = { "a/one.md": "1\n", "a/two.md": "2\n", "b/two.md": "other\n" };

test("several files move together", async () => {
  const overlay = await overlayOf(files);
  await overlay.moveAll([
    { from: "a/one.md", to: "c/one.md" },
    { from: "a/two.md", to: "c/two.md" },
  ]);
  expect(overlay.list().map(({ path }) => path)).toEqual(["b/two.md", "c/one.md", "c/two.md"]);
  expect(await overlay.read("c/two.md")).toBe("2\n");
  expect(overlay.has("c/one.md")).toBe(true);
  expect(overlay.has("a/one.md")).toBe(false);
});

test("when one cannot be moved, none is", async () => {
  const overlay = await overlayOf(files);
  overlay.write("a/one.md", "edited\n");
  const before = overlay.changes();
  const moves = [
    { from: "a/one.md", to: "b/one.md" },
    { from: "a/two.md", to: "b/two.md" },
  ];
  await expect(overlay.moveAll(moves)).rejects.toThrow("There is a file");
  expect(overlay.changes()).toEqual(before);
  await expect(
    overlay.moveAll([...moves.slice(0, 1), { from: "none.md", to: "c.md" }]),
  ).rejects.toThrow("There is no file");
  expect(overlay.changes()).toEqual(before);
});
