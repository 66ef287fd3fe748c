import { expect, test } from "vitest";
import { embedder } from "../../test/harness.ts";
import { parseBlob, readPage, storedContentId } from "./read-page.ts";
import type { SourceFile } from "./sources/source.ts";

const file = (path: string, contentId?: string): SourceFile => ({ path, size: 1, contentId });
const read = (path: string, content: string | Uint8Array) =>
  readPage(file(path), typeof content === "string" ? Buffer.from(content) : content);

test("a page's hash depends on its text and its format, not on its path", () => {
  const hash = (path: string, text: string) => {
    const page = read(path, text);
    return "hash" in page ? page.hash : "";
  };
  expect(hash("a.md", "text")).toMatch(/^[0-9a-f]{64}$/);
  expect(hash("a.md", "text")).toBe(hash("b/c.MD", "text"));
  expect(hash("a.md", "text")).not.toBe(hash("a.mdx", "text"));
  expect(hash("a.md", "text")).not.toBe(hash("a.md", "text "));
});

test.each([
  ["Latin-1", Buffer.from("caf\u00e9", "latin1")],
  ["UTF-16", Buffer.from("text", "utf16le")],
  ["a NUL", Buffer.from("a\0b")],
  ["a cut character", Buffer.from("é").subarray(0, 1)],
  ["an overlong form", new Uint8Array([0xc0, 0xaf])],
])("a file with %s is left out, with a sentence", (_name, bytes) => {
  expect(read("bad.md", bytes)).toEqual({ path: "bad.md", reason: "The file is not UTF-8 text." });
});

test("an empty file is a page, and a byte order mark is no text", () => {
  expect(read("a.md", "")).toMatchObject({ content: "" });
  expect(read("a.md", "\ufeff# Title")).toMatchObject({ content: "# Title" });
});

test("a content id counts for one version of the reader", () => {
  expect(storedContentId(file("a.md"))).toBe("");
  expect(storedContentId(file("a.md", "abc"))).toMatch(/^.+:abc$/);
});

test("front matter that spells out a NUL or half a character cannot enter title or description", () => {
  const blob = blobOf('---\ntitle: "a\\0b"\ndescription: "c\\ud800d"\n---\n\n# Head\n\nText.\n');
  expect(blob.title).toBe("ab");
  expect(blob.description).toBe("c\ufffdd");
});

test("a blob has what the page says of itself, and its passages", () => {
  const blob = blobOf("---\ntitle: T\nhidden: true\naudience: ops\n---\n\n## Part\n\nSome text.\n");
  expect(blob).toMatchObject({ title: "T", hidden: true, metadata: { audience: "ops" } });
  expect(blob.passages).toMatchObject([{ headings: ["Part"], startLine: 7, endLine: 9 }]);
});

function blobOf(text: string) {
  const page = read("a.md", text);
  if ("reason" in page) throw new Error(page.reason);
  return parseBlob(embedder, page);
}
