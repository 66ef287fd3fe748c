import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import type { SlugStyle } from "../../docs/page/slug.ts";
import { decodeText } from "./decode-text.ts";
import { contentIds, identifyPage } from "./page-identity.ts";
import { parseBlob } from "./parse-blob.ts";

const hash = (path: string, content: string, style: SlugStyle = "github") =>
  identifyPage({ path, content, problems: [] }, style).hash;

test("a page's hash depends on its text and how it is read, not on its path", () => {
  expect(hash("a.md", "text")).toMatch(/^[0-9a-f]{64}$/);
  expect(hash("a.md", "text")).toBe(hash("b/c.MD", "text"));
  expect(hash("a.md", "text")).not.toBe(hash("a.mdx", "text"));
  expect(hash("a.md", "text")).not.toBe(hash("a.md", "text "));
  expect(hash("a.md", "text")).not.toBe(hash("a.md", "text", "python"));
  expect(hash("a.md", "text")).not.toBe(hash("de/a.md", "text"));
});

test.each([
  ["Latin-1", Buffer.from("caf\u00e9", "latin1")],
  ["UTF-16", Buffer.from("text", "utf16le")],
  ["a NUL", Buffer.from("a\0b")],
  ["a cut character", Buffer.from("é").subarray(0, 1)],
  ["an overlong form", new Uint8Array([0xc0, 0xaf])],
])("a file with %s is no text", (_name, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});

test("an empty file is text, and a byte order mark is not", () => {
  expect(decodeText(Buffer.from(""))).toBe("");
  expect(decodeText(Buffer.from("\ufeff# Title"))).toBe("# Title");
});

const site = (slugStyle: SlugStyle, values: Record<string, string> = {}) => ({
  slugStyle,
  values: new Map(Object.entries(values)),
});

test("a content id stands for the file and everything it includes", () => {
  const file = (path: string, contentId?: string) => ({ path, size: 1, contentId });
  const id = (part: string | undefined, includes = ["part.md"]) =>
    contentIds([file("a.md", "1"), file("part.md", part)], site("github"))(
      file("a.md", "1"),
      includes,
    );
  expect(id("x")).toBe(id("x"));
  expect(id("x")).not.toBe(id("y"));
  expect(id("x")).not.toBe(id("x", ["part.md", "missing.md"]));
  expect(id("x", [])).toBe(id("y", []));
  expect(id(undefined)).toBe("");
  expect(contentIds([], site("github"))(file("a.md"), [])).toBe("");
  expect(id("x", [])).not.toBe(contentIds([], site("python"))(file("a.md", "1"), []));
  const released = contentIds([], site("github", { release: "2" }));
  expect(id("x", [])).not.toBe(released(file("a.md", "1"), []));
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

test("the same title and text have the same identity wherever they stand", () => {
  const [first] = blobOf("# T\n\nSome text.\n").passages;
  const [second] = blobOf("\n\n# T\n\nSome text.\n").passages;
  const [other] = blobOf("# U\n\nSome text.\n").passages;
  expect(first?.textHash).toBe(second?.textHash);
  expect(first?.textHash).not.toBe(other?.textHash);
});

test("a page's language comes from its text, and from its path or front matter where that fits", () => {
  const german =
    "Mit diesem Befehl wird der Schlüssel für das Projekt erneuert und nicht gelöscht.";
  expect(blobOf(german).language).toBe("de");
  expect(blobOf("Run this command to renew the key of the project.").language).toBe("en");
  const untranslated = "Run this command to renew the key of the project.";
  expect(blobOf(untranslated, "de/a.md").language).toBe("en");
});

test("headings have the anchors of the site's generator", () => {
  const page = { path: "a.md", content: "# T\n\n## Was ist C++?\n\nText.\n", problems: [] };
  const anchors = (style: SlugStyle) =>
    parseBlob(embedder, identifyPage(page, style)).passages.map(({ anchor }) => anchor);
  expect(anchors("github")).toEqual(["was-ist-c"]);
  expect(anchors("python")).toEqual(["was-ist-c"]);
  expect(anchors("mdit-vue")).toEqual(["was-ist-c"]);
});

function blobOf(content: string, path = "a.md") {
  return parseBlob(embedder, identifyPage({ path, content, problems: [] }, "github"));
}
