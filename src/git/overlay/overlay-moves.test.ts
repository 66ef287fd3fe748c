import { describe, expect, test } from "vitest";
import { overlayOf } from "../../../test/overlay-of.ts";

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

describe("where only so many files may be changed", () => {
  const full = 5_000;
  const moves = Array.from({ length: 10 }, (_, index) => ({
    from: `d/${index}.md`,
    to: `e/${index}.md`,
  }));
  const base = Object.fromEntries(moves.map(({ from }) => [from, `${from}\n`]));

  async function overlayWith(count: number) {
    const overlay = await overlayOf(base);
    for (let index = 0; index < count; index += 1) overlay.write(`new/${index}.md`, "x\n");
    return overlay;
  }

  test("a move that would pass the limit half way leaves everything as it was", async () => {
    const overlay = await overlayWith(full - 7);
    const before = overlay.changes();
    await expect(overlay.moveAll(moves)).rejects.toMatchObject({ code: "too_large" });
    expect(overlay.changes()).toEqual(before);
    expect(overlay.list("e")).toEqual([]);
    expect(overlay.list("d")).toHaveLength(10);
    overlay.write("e", "the name is free\n");
  });

  test("files that are changed already can be changed, moved, and taken back", async () => {
    const overlay = await overlayWith(full - 1);
    overlay.write("d/0.md", "other\n");
    expect(() => overlay.write("d/1.md", "other\n")).toThrow("up to 5000 files");
    overlay.write("new/0.md", "y\n");
    await overlay.move("new/0.md", "new/a.md");
    overlay.write("d/0.md", "d/0.md\n");
    expect(overlay.changes()).toHaveLength(full - 1);
    overlay.remove("new/a.md");
    expect(overlay.changes()).toHaveLength(full - 2);
  });
});
