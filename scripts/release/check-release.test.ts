import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../test/make-tree.ts";
import { checkRelease, writeVersions } from "./check-release.ts";

const manifest = (name: string, version: string) => JSON.stringify({ name, version });
const lock = (version: string) => {
  const own = { name: "@acme/docent", version };
  return JSON.stringify({ ...own, packages: { "": own } });
};
const released =
  "# Changelog\n\n## [1.1.0] - 2026-02-01\n\n- More.\n\n## [1.0.0] - 2026-01-01\n\n- All.\n";
const files = {
  "CHANGELOG.md": released,
  "package.json": manifest("@acme/docent", "1.1.0"),
  "package-lock.json": lock("1.1.0"),
  "packages/react/package.json": manifest("@acme/react", "1.1.0"),
  "packages/docent/README.md": "# Docent",
};

async function faultsOf(changed: Record<string, string>, tag?: string): Promise<string[]> {
  const { root } = await makeTree({ ...files, ...changed });
  return checkRelease(root, tag).map(({ file, line, reason }) => `${file}:${line} ${reason}`);
}

test("a release whose changelog, packages and tag agree has no faults", async () => {
  expect(await faultsOf({}, "v1.1.0")).toEqual([]);
  const next = { "CHANGELOG.md": released.replace("[1.1.0] - 2026-02-01", "[Unreleased] 1.1.0") };
  expect(await faultsOf(next)).toEqual([]);
});

test("what does not agree is named", async () => {
  const unreleased = released.replace("[1.1.0] - 2026-02-01", "[Unreleased] 0.9.0");
  const changed = {
    "CHANGELOG.md": unreleased,
    "packages/react/package.json": manifest("@other/react", "0.9.0"),
  };
  expect(await faultsOf(changed, "v1.1.0")).toEqual([
    "CHANGELOG.md:3 0.9.0 does not come after 1.0.0",
    "CHANGELOG.md:3 the tag is v1.1.0, and the newest version is 0.9.0",
    "CHANGELOG.md:3 0.9.0 is not released: its heading has no date",
    "package.json:1 the version is 1.1.0, and the changelog's 0.9.0",
    "packages/react/package.json:1 @other/react is not in the scope of @acme/docent",
    "package-lock.json:1 it is not of @acme/docent 0.9.0",
  ]);
  const odd = { "CHANGELOG.md": "# Changelog\n\n## Soon\n" };
  expect(await faultsOf(odd)).toEqual([expect.stringContaining("CHANGELOG.md:1 a heading is")]);
});

test("packages take the version of the changelog", async () => {
  const { root } = await makeTree(files);
  const next = released.replace("## [1.1.0]", "## [Unreleased] 1.10.0\n\n- New.\n\n## [1.1.0]");
  await writeFile(join(root, "CHANGELOG.md"), next);
  expect(checkRelease(root)).toHaveLength(3);
  writeVersions(root);
  expect(checkRelease(root)).toEqual([]);
  expect(readFileSync(join(root, "package.json"), "utf8")).toContain('"version": "1.10.0"');
});
