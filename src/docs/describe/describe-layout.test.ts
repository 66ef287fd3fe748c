import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { describeLayout } from "./describe-layout.ts";

async function layoutOf(files: Record<string, string>, docsFolder = "docs"): Promise<string> {
  return describeLayout(memoryFiles(files), docsFolder);
}

const page = (title: string, text = "") => `---\ntitle: ${title}\n---\n\n${text}\n`;

const mintlify = {
  "docs/docs.json": JSON.stringify({
    name: "Acme",
    navigation: {
      groups: [
        { group: "Start", pages: ["index"] },
        { group: "Guides", pages: ["guides/keys", "guides/roles"] },
      ],
    },
  }),
  "docs/index.mdx": page("Home", '<Card title="Keys" href="/guides/keys">\nText\n</Card>'),
  "docs/guides/keys.mdx":
    '---\ntitle: Keys\ndescription: About keys\n---\n\nimport { Price } from "/snippets/price.mdx"\n\n## How to create a key\n\n<Card title="x" /> and `<Code>` <Price />\n\n```bash\n<Nothing />\n```\n\n![Door](/images/door.png)\n',
  "docs/guides/roles.md": page("Roles", "## Who May Read What\n\n## What each role may do\n"),
  "docs/hidden.md": page("Hidden"),
  "docs/images/door.png": "x",
  "docs/images/key.svg": "x",
  "src/logo.png": "x",
  "README.md": "# Acme\n",
};

describe("the layout of a repository", () => {
  test("tells the site, its navigation and how a page is listed", async () => {
    const layout = await layoutOf(mintlify);
    expect(layout).toContain("Site: Mintlify, set up in `docs/docs.json`.");
    expect(layout).toContain('A page is listed there as `"guides/keys"`.');
    expect(layout).toContain(
      "The navigation lists 3 of 4 pages, in these groups:\n- Start: 1\n- Guides: 2\n",
    );
  });

  test("tells where pages and images stand", async () => {
    const layout = await layoutOf(mintlify);
    expect(layout).toContain("Pages: .mdx 2, .md 2. By folder:\n- `docs`: 2\n- `docs/guides`: 2\n");
    expect(layout).toContain("Images: `docs/images` 2. Shown as in `![Door](/images/door.png)`.");
    expect(layout).not.toContain("README");
  });

  test("tells what pages have in common", async () => {
    const layout = await layoutOf(mintlify);
    expect(layout).toContain("- Front matter on 4 of 4 pages: title 4, description 1.");
    expect(layout).toContain(
      '- Headings: sentence case (2) rather than Title Case (1); a "# " heading on 0 of 4 pages.',
    );
    expect(layout).toContain("- Code blocks: 1 of 1 name a language: bash 1.");
  });

  test("tells the components in use with an example, and not those in code", async () => {
    const layout = await layoutOf(mintlify);
    expect(layout).toContain(
      '- `<Card>`: 2 on 2 pages, as in `<Card title="x" />`\n- `<Price>`: 1 on 1 page, as in `<Price />`, with `import { Price } from "/snippets/price.mdx"`\n',
    );
    expect(layout).not.toMatch(/Nothing|<Code>/);
  });

  test("knows callouts of several dialects", async () => {
    const text =
      '::: tip Good\n\n!!! note\n\n> [!WARNING]\n\n{% hint style="x" %}\n\n{{< figure >}}\n';
    const layout = await layoutOf({ "docs/a.md": text });
    for (const name of [":::tip", "!!! note", "> [!WARNING]", "{% hint %}", "{{< figure >}}"]) {
      expect(layout).toContain(`\`${name}\`: 1 on 1 page`);
    }
  });

  test("of a site that is built elsewhere names the settings and sidebars", async () => {
    const layout = await layoutOf({
      "website/docusaurus.config.js":
        "module.exports = { presets: [['classic', { docs: { path: '../docs', sidebarPath: './sidebars.js' } }]] };",
      "website/sidebars.js":
        "module.exports = { docs: [{ type: 'category', label: 'Guides', items: ['own-id'] }] };",
      "docs/keys.md": "---\nid: own-id\n---\n\n# Keys\n",
      "website/static/img/a.png": "x",
      "examples/static/b.png": "x",
    });
    expect(layout).toContain("Site: Docusaurus, set up in `website/docusaurus.config.js`.");
    expect(layout).toContain("Its navigation is also in `website/sidebars.js`.");
    expect(layout).toContain("lists 1 of 1 page, in these groups:\n- Guides: 1\n");
    expect(layout).toContain("Images: `website/static/img` 1.");
  });

  test("of a site that is not known names what may hold its navigation", async () => {
    const layout = await layoutOf({
      "book.toml": "",
      "docs/SUMMARY.md": "# Summary",
      "docs/a.md": "",
    });
    expect(layout).toContain("These files may hold it: `book.toml`, `docs/SUMMARY.md`.");
    expect(await layoutOf({ "docs/a.md": "" })).toContain("without a navigation file");
    expect(await layoutOf({ "src/a.ts": "" })).toBe("There are no Markdown pages yet.");
  });

  test("is the same each time, and bounded whatever the docs are", async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 1_500; index += 1) {
      const keys = Array.from({ length: 40 }, (_, key) => `key${index}_${key}: x`).join("\n");
      const tags = Array.from({ length: 30 }, (_, tag) => `<Tag${index}x${tag} `).join("\n");
      files[`docs/folder-${index % 90}/sub-${index % 7}/page-${index}.mdx`] =
        `---\n${keys}\n---\n\n${tags}\n# ${"Deep ".repeat(200)}\n`;
    }
    const overlay = memoryFiles(files);
    const layout = await describeLayout(overlay, "docs");
    expect(layout.length).toBeLessThan(12_000);
    expect(layout).toContain("Counted on 200 pages:");
    expect(await describeLayout(overlay, "docs")).toBe(layout);
  });

  test("hostile pages are read in linear time and stay in their lines", async () => {
    const hostile = [
      "<A".repeat(20_000),
      "<A ".repeat(10_000),
      "`".repeat(30_000),
      `![${"[".repeat(29_000)}`,
      `import ${"{ ".repeat(14_000)}`,
      `# ${"a ".repeat(14_000)}`,
      ":".repeat(30_000),
      `---\n${"a".repeat(29_000)}\n---\n`,
    ];
    const files = Object.fromEntries(hostile.map((text, index) => [`docs/p${index}.mdx`, text]));
    const layout = await layoutOf({ ...files, "docs/x\u2028y.md": "<B\u0000\u001b[31m />" });
    for (const control of ["\u0000", "\u001b"]) expect(layout).not.toContain(control);
    expect(layout.length).toBeLessThan(5_000);
  });
});

test("the file that holds the navigation is no page", async () => {
  const files = {
    "book.toml": "[book]\n",
    "src/SUMMARY.md": "- [A](a.md)\n",
    "src/a.md": "# A\n",
  };
  expect(await describeLayout(memoryFiles(files), "src")).toContain("lists 1 of 1 page");
});
