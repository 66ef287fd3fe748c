import { expect, test } from "vitest";
import { languageOfPath } from "./language-of-path.ts";

test.each([
  ["de/setup.md", "de"],
  ["docs/fr/x.md", "fr"],
  ["i18n/pt-BR/docs/x.md", "pt-BR"],
  ["content/zh-cn/docs/x.md", "zh-cn"],
  ["docs/zh_Hans/x.md", "zh_Hans"],
  ["docs/es-419/x.md", "es-419"],
  ["setup.de.md", "de"],
  ["docs/fr/setup.de.mdx", "de"],
  ["README.zh-CN.md", "zh-CN"],
  ["README_ja.md", "ja"],
  ["docs/ar/x.md", "ar"],
])("%s is in %s", (path, tag) => {
  expect(languageOfPath(path)).toBe(tag);
});

test.each([
  "",
  "setup.md",
  "docs/guide/setup.md",
  "docs/de.md",
  "docs/next.js.md",
  "api/go/x.md",
  "design/x.md",
  "docs/v1.2/x.md",
  "a/".repeat(100_000),
])("%s names no language", (path) => {
  expect(languageOfPath(path)).toBeUndefined();
});
