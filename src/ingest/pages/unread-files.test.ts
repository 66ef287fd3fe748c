import { expect, test } from "vitest";
import { findSite } from "../../docs/site/find-site.ts";
import { selectFiles } from "../sources/select-files.ts";
import { unreadFiles } from "./unread-files.ts";

function unread(paths: string[], siteFiles: Record<string, string> = {}): string {
  const { files, support, skipped, unread } = selectFiles(paths.map((path) => ({ path, size: 1 })));
  const site = findSite({
    paths: files.map(({ path }) => path),
    siteFiles: new Map(Object.entries(siteFiles)),
  });
  async function* read() {
    yield* [];
  }
  return unreadFiles({ commit: "", files, support, skipped, unread, read }, site);
}

test("files in formats that are not read are told by kind, most first", () => {
  expect(unread(["a.md", "b.org", "c.docx", "d.docx"])).toBe(
    "3 files in formats not read: 2 .docx, 1 .org",
  );
  expect(unread(["a.md", "b.pdf"])).toBe("1 file in formats not read: 1 .pdf");
  expect(unread(["a.md", "b.rst", "c.png"])).toBe("");
});

test("many kinds are told by the most frequent", () => {
  const endings = ["org", "pdf", "docx", "tex", "rtf", "odt", "epub"];
  expect(unread(endings.map((ending) => `a.${ending}`))).toMatch(/: (?:1 \.\w+, ){5}and 2 more$/);
});

test("formats that the site itself does not publish are told, and pages that it excludes are not", () => {
  const mkdocs = { "mkdocs.yml": "site_name: A\n" };
  expect(unread(["docs/a.md", "docs/b.rst", "docs/c.rst"], mkdocs)).toBe(
    "2 files in formats not read: 2 .rst",
  );
  const sphinx = { "conf.py": "extensions = []\nexclude_patterns = ['old']\n" };
  expect(unread(["index.rst", "old/a.rst"], sphinx)).toBe("");
});
