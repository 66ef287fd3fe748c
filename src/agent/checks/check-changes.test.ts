import { expect, test } from "vitest";
import { overlayOf } from "../../../test/overlay-of.ts";
import { checkChanges } from "./check-changes.ts";

async function findings(
  base: Record<string, string>,
  changed: Record<string, string | null>,
  docsFolder = "",
): Promise<string[]> {
  const overlay = await overlayOf(base);
  for (const [path, content] of Object.entries(changed)) {
    if (content === null) overlay.remove(path);
    else overlay.write(path, content);
  }
  const checks = await checkChanges(overlay, docsFolder);
  for (const check of checks) expect(check.passed).toBe(check.findings.length === 0);
  return checks.flatMap((check) => check.findings);
}

const docs = {
  "docs/index.md": "# Home\n",
  "docs/guides/keys.md": '# Keys\n\n## Create a key\n\n<a id="own"></a>\n',
  "docs/guides/index.mdx": "# Guides\n",
  "docs/images/door.png": "not really",
  "docs/static/logo.svg": "<svg/>",
  "README.md": "# Top\n",
};

test("links of every usual form that lead somewhere pass", async () => {
  const page = `# New

[a](keys.md) [b](./keys) [c](../index.md) [d](/guides/keys) [e](/guides/) [f](/guides/keys.html)
[g](keys.md#create-a-key) [h](#new) [i](/images/door.png) ![j](../images/door.png) [k](/logo.svg)
[l](https://example.com/nowhere) [m](mailto:a@b.c) [n](//cdn.example/x) [o](/) [p](keys?x=1#own)
[q](../../README.md) <a href="/guides/keys">r</a>

\`[code](nowhere.md)\`
`;
  expect(await findings(docs, { "docs/guides/new.md": page }, "docs")).toEqual([]);
});

test("links to nothing and to headings that are not there are found with their line", async () => {
  const page =
    "# New\n\n[a](gone.md)\n[b](/guides/none)\n[c](keys.md#delete-a-key)\n[d](../../../../etc/passwd)\n[e](#nowhere)\n[f](%ZZ.md)\n";
  expect(await findings(docs, { "docs/guides/new.md": page }, "docs")).toEqual([
    "docs/guides/new.md:3 there is nothing at gone.md",
    "docs/guides/new.md:4 there is nothing at /guides/none",
    "docs/guides/new.md:5 docs/guides/keys.md has no heading #delete-a-key",
    "docs/guides/new.md:6 there is nothing at ../../../../etc/passwd",
    "docs/guides/new.md:7 docs/guides/new.md has no heading #nowhere",
    "docs/guides/new.md:8 there is nothing at %ZZ.md",
  ]);
});

test("only what a job has changed is looked at", async () => {
  const base = { ...docs, "docs/old.md": "[x](gone.md)\n" };
  expect(await findings(base, { "docs/index.md": "# Home again\n" }, "docs")).toEqual([]);
});

test("a page that cannot be read properly is told with its line", async () => {
  const found = await findings(docs, { "docs/bad.md": "---\ntitle: [\n---\n\n# Bad\n" }, "docs");
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^docs\/bad\.md:\d+ /);
});

test("navigation entries without a page are found, those of deleted pages too", async () => {
  const navigation = JSON.stringify({
    navigation: { groups: [{ group: "A", pages: ["index", "guides/keys", "guides/none"] }] },
  });
  const base = { ...docs, "docs/docs.json": navigation };
  expect(await findings(base, {}, "docs")).toEqual([
    "docs/docs.json:1 there is no page guides/none",
  ]);
  const after = await findings(base, { "docs/guides/keys.md": null }, "docs");
  expect(after).toContain("docs/docs.json:1 there is no page guides/keys");
  const broken = await findings(docs, { "docs/docs.json": "{" }, "docs");
  expect(broken).toEqual(["docs/docs.json:1 this is not valid JSON"]);
});

test("mkdocs names pages from its docs folder", async () => {
  const base = { ...docs, "mkdocs.yml": "site_name: x\nnav:\n  - Home: index.md\n  - No: no.md\n" };
  expect(await findings(base, {}, "docs")).toEqual(["mkdocs.yml:4 there is no page no.md"]);
});

test("a page full of broken links makes no long report", async () => {
  const link = "[x](keys.md#none) ".repeat(20);
  const slashes = `[y](${"/".repeat(50_000)}z) `;
  const page = `${`${link}\n`.repeat(1_000)}\n${slashes.repeat(10)}`;
  const found = await findings(docs, { "docs/guides/new.md": page }, "docs");
  expect(found).toHaveLength(51);
  expect(found.at(-1)).toMatch(/^and \d+ more$/);
});
