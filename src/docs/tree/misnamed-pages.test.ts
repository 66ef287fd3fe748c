import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { openOverlay } from "../../git/overlay/overlay.ts";
import { reportChanges } from "../check/check-changes.ts";
import { reportTree } from "../check/check-tree.ts";
import { misnamedPages } from "./misnamed-pages.ts";

test.each([
  ["docs/a\nb.md", true, "control character"],
  ["docs/a\u001b[31m.md", false, "control character"],
  ["docs/a\ufffd.md", false, "not UTF-8"],
  [`${"long/".repeat(200)}a.md`, true, "too long"],
])("%j is misnamed", (path, readable, fault) => {
  expect([...misnamedPages([{ path, readable }])]).toEqual([
    [path, expect.stringContaining(fault)],
  ]);
});

test("plain names, links and a replacement character written on purpose are not misnamed", () => {
  const pages = [
    { path: "docs/a b é.md", readable: true },
    { path: "docs/link.md", readable: false },
    { path: "docs/a\ufffd.md", readable: true },
  ];
  expect(misnamedPages(pages).size).toBe(0);
});

async function overlayOf(files: Record<string, string>) {
  const { path, git } = await makeRepository(files);
  return openOverlay(path, (await git("rev-parse", "main")).trim(), []);
}

test.each([
  [{}, "docs"],
  [{}, ""],
  [{ "docusaurus.config.js": "export default { title: 'x' };\n" }, ""],
  [{ "mkdocs.yml": "site_name: x\n" }, ""],
])("a misnamed page is reported once and its text is left alone, with %j", async (site, folder) => {
  const odd = { "docs/a\nb.md": "[x](gone.md)\n" };
  const files = await overlayOf({ ...site, "docs/index.md": "# Home\n", ...odd });
  const { findings, pages } = await reportTree({ files, docsFolder: folder });
  expect(pages).toBe(1);
  expect(findings.map(({ check, path }) => [check, path])).toEqual([["page", "docs/a\nb.md"]]);
});

test("a change is charged with the misnamed page it adds, and not with an older one", async () => {
  const home = { "docs/index.md": "# Home\n" };
  const before = await overlayOf({ ...home, "docs/old\n.md": "# Old\n" });
  const after = await overlayOf({
    ...home,
    "docs/old\n.md": "# Old\n",
    "docs/new\n.md": "# New\n",
  });
  const report = await reportChanges({ before, after, docsFolder: "docs" });
  expect(report.broken.map(({ check, path }) => [check, path])).toEqual([
    ["page", "docs/new\n.md"],
  ]);
  expect(report.allPages).toBe(3);
});
