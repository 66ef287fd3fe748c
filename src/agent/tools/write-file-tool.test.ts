import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { memoryOverlay } from "../../../test/memory-overlay.ts";
import { type Overlay, openOverlay } from "../../git/overlay/overlay.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { writeFileTool } from "./write-file-tool.ts";

function write(overlay: Overlay, input: Record<string, unknown>) {
  const context = {
    overlay,
    docsFolder: "",
    check: async () => ({ broken: [], knownBefore: 0, checks: [] }),
    searchDocs: async () => [],
  };
  return writeFileTool.run(context, input);
}

async function replaced(old: string, content: string, more: Record<string, unknown> = {}) {
  const overlay = memoryOverlay({ "a.md": old });
  expect(await write(overlay, { path: "a.md", content, ...more })).toEqual({
    output: { path: "a.md", created: false },
  });
  return overlay.read("a.md");
}

test("a new file is made and ends with a line break", async () => {
  const overlay = memoryOverlay({ "a.md": "a\n" });
  const path = "docs/new.md";
  expect(await write(overlay, { path, content: "\uFEFF# New" })).toEqual({
    output: { path, created: true },
  });
  expect(await overlay.read(path)).toBe("# New\n");
  await write(overlay, { path: "b.md", content: "# New\r\n\r\nx" });
  expect(await overlay.read("b.md")).toBe("# New\r\n\r\nx\r\n");
  await write(overlay, { path: "empty.md", content: "" });
  expect(await overlay.read("empty.md")).toBe("");
});

test("a file that is replaced keeps its line ends, byte order mark and final line break", async () => {
  expect(await replaced("a\r\nb\r\n", "x\ny\n")).toBe("x\r\ny\r\n");
  expect(await replaced("a\r\nb\r\n", "x\r\ny")).toBe("x\r\ny\r\n");
  expect(await replaced("a\nb\n", "x\r\ny\r\n")).toBe("x\ny\n");
  expect(await replaced("a\nb", "x\ny\n")).toBe("x\ny");
  expect(await replaced("a\n", "x\n\n")).toBe("x\n\n");
  expect(await replaced("\uFEFFa\n", "x\n")).toBe("\uFEFFx\n");
  expect(await replaced("\uFEFFa\n", "\uFEFFx\n")).toBe("\uFEFFx\n");
  expect(await replaced("a\n", "\uFEFFx\n")).toBe("x\n");
  expect(await replaced("a\r\nb\nc\r\n", "x\r\ny\nz\r\n")).toBe("x\r\ny\nz\r\n");
  expect(await replaced("a\r\nb\nc\r\n", "x\ny\n")).toBe("x\r\ny\r\n");
});

const page = "---\ntitle: A\n---\n\n# A\n";

test("front matter does not get lost unless that is meant", async () => {
  await expect(replaced(page, "# B\n")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("allowFrontMatterChange"),
  });
  expect(await replaced(page, "# B\n", { allowFrontMatterChange: true })).toBe("# B\n");
  expect(await replaced(page, "---\ntitle: B\n---\n")).toBe("---\ntitle: B\n---\n");
  expect(await replaced("# A\n", "# B\n")).toBe("# B\n");
  const overlay = memoryOverlay({ "data.yml": "---\na: 1\n---\n" });
  await write(overlay, { path: "data.yml", content: "a: 2\n" });
  expect(await overlay.read("data.yml")).toBe("a: 2\n");
});

test.each([
  ["a.md", "a\0b", "plain text"],
  ["a.md", "\ud800", "plain text"],
  ["a.md", "x".repeat(1_000_001), "1 MB"],
  ["logo.png", "x", "binary"],
  ["../x.md", "x", "not the path"],
  [".github/workflows/a.yml", "x", "read-only"],
])("writing %s with %.10j is refused with what to do", async (path, content, reason) => {
  const overlay = memoryOverlay({ "a.md": "a\n" });
  await expect(write(overlay, { path, content })).rejects.toThrow(reason);
  expect(overlay.changes()).toEqual([]);
});

test("a binary file is not replaced by text, and its kind and size are told", async () => {
  const repository = await makeRepository({ "data.bin": Buffer.from([0, 1, 2, 255]) });
  const commit = await branchCommit(repository.path, "main");
  const overlay = await openOverlay(repository.path, commit, []);
  await expect(write(overlay, { path: "data.bin", content: "x" })).rejects.toThrow(
    "not UTF-8 text but a binary file of 4 bytes",
  );
});
