import { describe, expect, test } from "vitest";
import { memoryOverlay } from "../../../test/memory-overlay.ts";
import type { Overlay } from "../../git/overlay/overlay.ts";
import { editFileTool } from "./edit-file-tool.ts";

const text = "# Keys\n\nA key opens a door.\n  - indented  \nA key closes it.\n";

async function edit(content: string, input: Record<string, unknown>) {
  const overlay = memoryOverlay({ "a.md": content });
  const { output } = await call(overlay, input);
  return { output, after: await overlay.read("a.md") };
}

function call(overlay: Overlay, input: Record<string, unknown>) {
  const context = {
    overlay,
    docsFolder: "",
    check: async () => ({ broken: [], knownBefore: 0, checks: [] }),
    searchDocs: async () => [],
  };
  return editFileTool.run(context, { path: "a.md", ...input });
}

test("an edit replaces exactly one place and leaves the rest alone", async () => {
  const { output, after } = await edit(text, { old: "A key opens", new: "$& $1 key opens" });
  expect(after).toBe(text.replace("A key opens", () => "$& $1 key opens"));
  expect(output).toEqual({ path: "a.md", replaced: 1, lines: [3] });
  expect((await edit(text, { old: "\n\nA key opens a door.", new: "" })).after).toBe(
    text.replace("\n\nA key opens a door.", ""),
  );
});

describe("line ends and byte order mark", () => {
  const windows = "\uFEFF# Keys\r\n\r\nA key.\r\nA door.\r\n";

  test.each([
    ["A key.\nA door.", "One.\nTwo.\nThree."],
    ["A key.\r\nA door.", "One.\r\nTwo.\nThree."],
  ])("%j is found in a file of Windows, which keeps its line ends", async (old, fresh) => {
    const { after } = await edit(windows, { old, new: fresh });
    expect(after).toBe("\uFEFF# Keys\r\n\r\nOne.\r\nTwo.\r\nThree.\r\n");
  });

  test("a plain file gets no line ends of Windows", async () => {
    const { after } = await edit("a\nb\n", { old: "a\r\nb", new: "c\r\nd" });
    expect(after).toBe("c\nd\n");
  });

  test("in a file with both kinds the lines around decide", async () => {
    const mixed = "a\r\nb\nc\nd\ne\n";
    expect((await edit(mixed, { old: "a\nb", new: "x\ny\nz" })).after).toBe(
      "x\r\ny\r\nz\nc\nd\ne\n",
    );
    expect((await edit(mixed, { old: "c\nd", new: "x\ny" })).after).toBe("a\r\nb\nx\ny\ne\n");
    expect((await edit(mixed, { old: "d", new: "x\ny" })).after).toBe("a\r\nb\nc\nx\ny\ne\n");
  });

  test("the byte order mark stays, whatever the texts begin with", async () => {
    expect((await edit(windows, { old: "\uFEFF# Keys", new: "# Doors" })).after).toBe(
      windows.replace("Keys", "Doors"),
    );
    expect((await edit(windows, { old: "# Keys\n", new: "\uFEFF# Doors\n" })).after).toBe(
      windows.replace("Keys", "Doors"),
    );
  });
});

describe("a text that is not there", () => {
  const refusal = (content: string, old: string) => edit(content, { old, new: "x" });

  test("is told to differ in blanks at the ends of lines", async () => {
    await expect(refusal(text, "  - indented\nA key closes")).rejects.toThrow(
      /ends of lines are ignored: lines 4 to 5/,
    );
  });

  test("is told to differ in indentation", async () => {
    await expect(refusal("a\n    b c\n    d\n", "b c\nd")).rejects.toThrow(
      /indentation is ignored: lines 2 to 3.*2: " {4}b c"/,
    );
  });

  test("is told the lines most like it", async () => {
    await expect(refusal(text, "A key opens the door.")).rejects.toThrow(
      /not in a\.md.*most like it are: 3: "A key opens a door\."/,
    );
  });

  test("is told when no line is like it, and long lines are cut", async () => {
    await expect(refusal(text, "Nothing whatever")).rejects.toThrow("No line is like it");
    const long = `one two three four ${"five ".repeat(1_000)}`;
    const error = await refusal(`${long}\n`, "one two three four six").catch(String);
    expect(String(error).length).toBeLessThan(1_000);
  });
});

test("a text that is there several times is told with its lines, or replaced everywhere", async () => {
  await expect(edit(text, { old: "A key", new: "x" })).rejects.toThrow(
    /more than once: on the lines 3, 5\. .*replaceAll/,
  );
  const { after, output } = await edit(text, { old: "A key", new: "Two keys", replaceAll: true });
  expect(after).toBe(text.replaceAll("A key", "Two keys"));
  expect(output).toEqual({ path: "a.md", replaced: 2, lines: [3, 5] });
  await expect(edit("aaa", { old: "aa", new: "b" })).rejects.toThrow("more than once");
  expect((await edit("aaaa", { old: "aa", new: "b", replaceAll: true })).after).toBe("bb");
  const many = `${"x\n".repeat(50_000)}`;
  const all = await edit(many, { old: "x\n", new: "y\n", replaceAll: true });
  expect(all.after).toBe("y\n".repeat(50_000));
  expect(all.output).toMatchObject({ replaced: 50_000 });
});

test("several edits are made one after the other, all of them or none", async () => {
  const overlay = memoryOverlay({ "a.md": text });
  const edits = [
    { old: "# Keys", new: "# Doors" },
    { old: "# Doors\n", new: "# Doors and keys\n" },
    { old: "A key", new: "The key", replaceAll: true },
  ];
  await expect(call(overlay, { edits: [...edits, { old: "none", new: "x" }] })).rejects.toThrow(
    "a.md, edits.3",
  );
  expect(overlay.changes()).toEqual([]);
  await call(overlay, { edits });
  expect(await overlay.read("a.md")).toBe(
    text.replace("# Keys", "# Doors and keys").replaceAll("A key", "The key"),
  );
});

test.each([
  [{}, "either"],
  [{ old: "a" }, "either"],
  [{ old: "a", new: "b", edits: [{ old: "a", new: "b" }] }, "either"],
  [{ old: "A key closes", new: "A key closes" }, "the same"],
  [{ old: "", new: "b" }, "old: "],
  [{ edits: [] }, "edits: "],
])("%j is refused", async (input, reason) => {
  await expect(edit(text, input)).rejects.toThrow(reason);
});

test("texts that repeat themselves are searched in one pass, and growth is bounded", async () => {
  const overlay = memoryOverlay({ "a.md": "ab".repeat(500_000) });
  const old = `bb${"ab".repeat(20_000)}`;
  await expect(call(overlay, { old, new: "x" })).rejects.toThrow("not in");
  const grow = { old: "a", new: "x".repeat(100_000), replaceAll: true };
  await expect(call(overlay, grow)).rejects.toMatchObject({ code: "too_large" });
});

describe("a call that would replace without end", () => {
  const swap = (index: number) => (index % 2 === 0 ? ["ab", "ba"] : ["ba", "ab"]);
  const edits = Array.from({ length: 100 }, (_, index) => {
    const [old = "", fresh = ""] = swap(index);
    return { old, new: fresh, replaceAll: true };
  });

  test("is refused with what to do, and nothing has changed", async () => {
    const overlay = memoryOverlay({ "a.md": "ab\n".repeat(600_000) });
    const refused = { code: "too_large", message: expect.stringContaining("write_file") };
    await expect(call(overlay, { edits })).rejects.toMatchObject(refused);
    expect(overlay.changes()).toEqual([]);
    const small = memoryOverlay({ "a.md": "ab\n".repeat(5_000) });
    await expect(call(small, { edits })).rejects.toMatchObject(refused);
    expect(small.changes()).toEqual([]);
  });

  test("is made when the places of all edits stay below the limit, which overlaps do not count for", async () => {
    const { output, after } = await edit("ab\n".repeat(2_000), { edits });
    expect(output).toMatchObject({ replaced: 200_000 });
    expect(after).toBe("ab\n".repeat(2_000));
    const long = await edit("a".repeat(500_000), {
      old: "a".repeat(200),
      new: "b",
      replaceAll: true,
    });
    expect(long.after).toBe("b".repeat(2_500));
  });

  test("lets everything else have its turn", async () => {
    const overlay = memoryOverlay({ "a.md": "ab\n".repeat(2_000) + "x y\n".repeat(400_000) });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await call(overlay, { edits });
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });
});
