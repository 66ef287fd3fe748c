import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { folderVersions } from "./folder-versions.ts";

function told(paths: string[]): Record<string, string> {
  const versionOf = folderVersions(paths);
  return Object.fromEntries(
    paths.map((path) => {
      const { versions, isOtherVersion } = versionOf(path);
      return [path, versions.length === 0 ? "" : `${versions[0]}${isOtherVersion ? "" : "!"}`];
    }),
  );
}

test("of folders with the same pages the highest number is the release", () => {
  const paths = ["v2/setup.md", "v10/setup.md", "v10/more.md", "v11-beta/setup.md", "about.md"];
  expect(Object.values(told(paths))).toEqual(["v2", "v10!", "v10!", "v11-beta", ""]);
});

test("a folder called latest is the release, and next is not", () => {
  const paths = ["docs/1.0/a.md", "docs/2.0/a.md", "docs/latest/a.md", "docs/next/a.md"];
  expect(Object.values(told(paths))).toEqual(["1.0", "2.0", "latest!", "next"]);
});

test("pages beside the folders are the release when they are the same pages", () => {
  const paths = ["guide/setup.md", "guide/keys.md", "v1/guide/setup.md", "v1/guide/keys.md"];
  expect(Object.values(told(paths))).toEqual(["latest!", "latest!", "v1", "v1"]);
  expect(folderVersions(paths)("v1/guide/setup.md").topic).toBe("guide/setup.md");
});

test.each([
  [["blog/releases/3.0/index.md", "blog/releases/3.1/index.md"]],
  [["migration/v2/from-v1.md", "migration/overview.md", "setup.md"]],
  [["2023/news.md", "2024/news.md"]],
  [["01/setup.md", "02/setup.md"]],
])("%j are no versions", (paths) => {
  expect(Object.values(told(paths)).join("")).toBe("");
});

test("many folders take linear time", () => {
  const build = (count: number) =>
    Array.from({ length: count }, (_, at) => `${"v1/".repeat(15)}v${at}.${at}/page-${at % 50}.md`);
  const costOf = (count: number) => {
    const paths = build(count);
    const cost = processorMs();
    told(paths);
    return cost();
  };
  expect(costOf(20_000)).toBeLessThan(40 * Math.max(costOf(2_000), 20));
});
