import { expect, test } from "vitest";
import { selectFiles } from "./select-files.ts";

const paths = (...names: string[]) => names.map((path) => ({ path, size: 1 }));

const names = (list: { path: string }[]) => list.map(({ path }) => path);

test("Markdown, HTML, plain text and what may be OpenAPI are pages, whatever the case of their ending", () => {
  const { files } = selectFiles(
    paths(
      "b.MDX",
      "a.md",
      "c.txt",
      "d.md.bak",
      "md",
      "guide/e.Md",
      "f.html",
      "g.HTM",
      "api/openapi.json",
      "swagger-v2.yml",
      "pets-api.yaml",
      "package.json",
    ),
  );
  expect(names(files)).toEqual([
    "a.md",
    "api/openapi.json",
    "b.MDX",
    "c.txt",
    "f.html",
    "g.HTM",
    "guide/e.Md",
    "pets-api.yaml",
    "swagger-v2.yml",
  ]);
});

test("reStructuredText, AsciiDoc and notebooks are pages, and the parts that pages take in are not", () => {
  const { files, support } = selectFiles(
    paths(
      "a.rst",
      "b.adoc",
      "c.ipynb",
      "_links.rst",
      "includes/d.rst",
      "partials/e.adoc",
      ".ipynb_checkpoints/c.ipynb",
    ),
  );
  expect(names(files)).toEqual(["a.rst", "b.adoc", "c.ipynb"]);
  expect(names(support)).toEqual(["_links.rst", "includes/d.rst", "partials/e.adoc"]);
});

test("text that tools read is no page", () => {
  const tools = [
    "requirements.txt",
    "docs/requirements-dev.txt",
    "LICENSE.txt",
    "robots.txt",
    "llms.txt",
    "llms-full.txt",
    "CMakeLists.txt",
    "src/words.txt",
    "tests/data/a.txt",
    "public/b.txt",
  ];
  expect(names(selectFiles(paths(...tools, "docs/intro.txt", "NEWS.txt")).files)).toEqual([
    "NEWS.txt",
    "docs/intro.txt",
  ]);
});

test("documents in formats that are not read are counted by their ending, and nothing else is", () => {
  const { unread, skipped } = selectFiles(
    paths("a.org", "b/c.ORG", "d.pdf", "e.png", "f.js", "g", "node_modules/h.pdf", ".git/i.pdf"),
  );
  expect([...unread]).toEqual([
    [".org", 2],
    [".pdf", 1],
  ]);
  expect(skipped).toEqual([]);
});

test("what describes the site or may be included supports the pages", () => {
  const { files, support } = selectFiles(
    paths(
      "docs.json",
      "mkdocs.yml",
      "../mkdocs.yml",
      "guide/.pages",
      ".vitepress/config.mts",
      ".vitepress/theme/index.ts",
      ".vitepress/cache/x.json",
      ".vitepress/notes.md",
      ".gitbook/includes/note.md",
      ".gitbook/assets/x.txt",
      "code/server.py",
      "code/photo.png",
      "code/node_modules/x/docs.json",
      ".github/docs.json",
    ),
  );
  expect(names(files)).toEqual([]);
  expect(names(support)).toEqual([
    "../mkdocs.yml",
    ".gitbook/includes/note.md",
    ".vitepress/config.mts",
    "code/server.py",
    "docs.json",
    "guide/.pages",
    "mkdocs.yml",
  ]);
});

test("files that tend to hold secrets are neither pages nor support", () => {
  const { files, support } = selectFiles(
    paths(
      ".env",
      ".env.json",
      "id_rsa",
      "server.pem",
      "tls.key",
      "credentials.json",
      "Credentials-api.json",
      "secrets.yml",
      "gcp-service-account.json",
      ".npmrc.json",
    ),
  );
  expect([files, support]).toEqual([[], []]);
});

test("each kind has its own largest size, and only a page that is too large is reported", () => {
  const sized = (path: string, kilobytes: number) => ({ path, size: kilobytes * 1024 });
  const { files, support, skipped } = selectFiles([
    sized("fits-openapi.json", 4096),
    sized("big-openapi.json", 4097),
    sized("big.html", 2049),
    sized("fits.py", 256),
    sized("big.py", 257),
    sized("docs.json", 1024),
    sized("mkdocs.yml", 1025),
  ]);
  expect(names(files)).toEqual(["fits-openapi.json"]);
  expect(names(support)).toEqual(["docs.json", "fits.py"]);
  expect(skipped).toEqual([
    { path: "big-openapi.json", reason: "The file is larger than 4 MiB." },
    { path: "big.html", reason: "The file is larger than 2 MiB." },
  ]);
});

test("hidden and dependency folders are passed over in silence", () => {
  const { files, skipped } = selectFiles(
    paths(".github/a.md", "x/node_modules/y/a.md", "x/.cache/a.md", ".hidden.md"),
  );
  expect(files.map(({ path }) => path)).toEqual([".hidden.md"]);
  expect(skipped).toEqual([]);
});

test("a page that cannot be taken is reported with its reason", () => {
  const { files, skipped } = selectFiles([
    { path: "big.md", size: 2 * 1024 * 1024 + 1 },
    { path: "fits.md", size: 2 * 1024 * 1024 },
    { path: "bad\uFFFD.md", size: 1 },
    { path: "two\nlines.md", size: 1 },
    { path: `${"x/".repeat(500)}long.md`, size: 1 },
  ]);
  expect(files.map(({ path }) => path)).toEqual(["fits.md"]);
  expect(skipped.map(({ reason }) => reason).sort()).toEqual([
    "The file is larger than 2 MiB.",
    "The file name holds a control character.",
    "The file name is not valid UTF-8.",
    "The path is longer than 1,000 characters.",
  ]);
});

test("two spellings of one name give one page, and its own spelling is kept for reading", () => {
  const decomposed = "cafe\u0301.md";
  const { files, skipped, origins } = selectFiles(paths(decomposed, "caf\u00e9.md"));
  expect(files.map(({ path }) => path)).toEqual(["caf\u00e9.md"]);
  expect(origins.get("caf\u00e9.md")).toBe(decomposed);
  expect(skipped).toHaveLength(1);
});
