import { expect, test } from "vitest";
import { createTestNode, question, type TestNode } from "./harness.ts";

/** Files of a site: those that speak of Zanzibar are not published, each for a reason of its own. */
type Tree = { files: Record<string, string>; shown: string };

const open = "# Opening hours\n\nThe front door opens at nine.\n";
const secret = "# Vault\n\nThe code of the vault is zanzibar.\n";
const front = (line: string) =>
  `---\ntitle: Vault\n${line}\n---\n\nThe code of the vault is zanzibar.\n`;

const trees: Record<string, Tree> = {
  mintlify: {
    files: {
      "docs.json": JSON.stringify({
        navigation: {
          groups: [
            { group: "Start", pages: ["hours", "listed-but-ignored"] },
            { group: "Staff", hidden: true, pages: ["staff/vault"] },
          ],
        },
      }),
      ".mintignore": "# notes\ninternal/\n*.draft.mdx\nlisted-but-ignored.mdx\n",
      "hours.mdx": open,
      "internal/vault.mdx": secret,
      "vault.draft.mdx": secret,
      "listed-but-ignored.mdx": secret,
      "staff/vault.mdx": secret,
      "not-listed.mdx": secret,
      "snippets/vault.mdx": secret,
      "hidden.mdx": front("hidden: true"),
      "tmp/vault.md": secret,
    },
    shown: "hours.mdx",
  },
  mkdocs: {
    files: {
      "mkdocs.yml":
        "site_name: Acme\nplugins:\n  - blog:\n      draft_if_future_date: true\nexclude_docs: |\n  internal/\ndraft_docs: |\n  /unready/\n",
      "docs/hours.md": open,
      "docs/internal/vault.md": secret,
      "docs/unready/vault.md": secret,
      "docs/templates/vault.md": secret,
      "docs/.vault.md": secret,
      "docs/404.md": secret,
      "docs/blog/posts/vault.md": front("date: 2024-01-01\ndraft: true"),
      "docs/blog/posts/later.md": front("date: 2999-01-01"),
      "notes/vault.md": secret,
    },
    shown: "docs/hours.md",
  },
  docusaurus: {
    files: {
      "docusaurus.config.js":
        'module.exports = { presets: [["classic", { docs: { exclude: ["**/internal/**", "**/_*.md"], onlyIncludeVersions: ["current", "2.0"] } }]] };',
      "versions.json": '["2.0", "1.0"]',
      "docs/hours.md": open,
      "docs/internal/vault.md": secret,
      "docs/_vault.md": secret,
      "docs/draft.md": front("draft: true"),
      "docs/unlisted.md": front("unlisted: true"),
      "versioned_docs/version-2.0/hours.md": open,
      "versioned_docs/version-1.0/vault.md": secret,
      "blog/2024-01-01-vault.md": front("draft: true"),
      "src/pages/_vault.md": secret,
      "notes/vault.md": secret,
    },
    shown: "versioned_docs/version-2.0/hours.md",
  },
  vitepress: {
    files: {
      ".vitepress/config.mjs":
        'export default { srcExclude: ["internal/**", "**/*.draft.md"], themeConfig: {} };',
      "hours.md": open,
      "internal/deep/vault.md": secret,
      "guide/vault.draft.md": secret,
      "404.md": secret,
      "items/[id].md": secret,
    },
    shown: "hours.md",
  },
  starlight: {
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "Acme" })] };',
      "src/content/docs/hours.md": open,
      "src/content/docs/draft.md": front("draft: true"),
      "src/content/docs/_vault.md": secret,
      "src/content/docs/404.md": secret,
      "src/content/notes/vault.md": secret,
    },
    shown: "src/content/docs/hours.md",
  },
  hugo: {
    files: {
      "hugo.toml":
        'baseURL = "https://acme.example/"\nignoreFiles = ["\\\\.draft\\\\.md$"]\n[[cascade]]\n[cascade.target]\npath = "/off/**"\n[cascade.build]\nrender = "never"\n',
      "content/hours.md": open,
      "content/draft.md": front("draft: true"),
      "content/upper.md": front("Draft: true"),
      "content/later.md": front("publishDate: 2999-01-01"),
      "content/dated.md": front("date: 2999-01-01"),
      "content/over.md": front("expiryDate: 2001-01-01"),
      "content/toml.md":
        "+++\ntitle = 'Vault'\nexpiryDate = 2001-01-01\n+++\n\nThe code of the vault is zanzibar.\n",
      "content/never.md": front("build:\n  render: never"),
      "content/headless/index.md": front("headless: true"),
      "content/vault.draft.md": secret,
      "content/off/vault.md": secret,
      "content/staff/_index.md": "---\ntitle: Staff\ncascade:\n  draft: true\n---\n",
      "content/staff/deep/vault.md": secret,
      "content/404.md": secret,
    },
    shown: "content/hours.md",
  },
  mdbook: {
    files: {
      "book.toml": "[book]\ntitle = 'Acme'\n",
      "src/SUMMARY.md": "# Summary\n\n- [Hours](hours.md)\n- [Vault]()\n",
      "src/hours.md": open,
      "src/vault.md": secret,
    },
    shown: "src/hours.md",
  },
};

test.each(Object.keys(trees))("%s: what is not published is shown at no door", async (name) => {
  const { files = {}, shown = "" } = trees[name] ?? {};
  const node = await createTestNode({ pages: files });
  const kept = Object.keys(files).filter((path) => files[path]?.includes("zanzibar"));
  expect(kept.length).toBeGreaterThan(0);
  const texts = await readDoors(node, kept);
  for (const [door, text] of texts) expect(text, door).not.toMatch(/zanzibar/i);
  const full = new Map(texts).get("llms-full.txt");
  expect(full, shown).toContain("The front door opens at nine.");
});

/** Everything that a reader may ask with the key of a public site. */
async function readDoors(node: TestNode, kept: string[]): Promise<[string, string][]> {
  const wanted = "What is the code of the vault?";
  const found: [string, Promise<Response>][] = [
    ["llms.txt", node.request("/docs/acme/llms.txt")],
    ["llms-full.txt", node.request("/docs/acme/llms-full.txt")],
    ["start page", node.request("/docs/acme", { headers: { accept: "text/html" } })],
    ["search", post(node, "/discovery/v1/search/acme", { query: wanted })],
    ["answer", node.ask(question(wanted))],
    ["search tool", post(node, "/mcp/acme", call("search", { query: wanted }))],
  ];
  for (const path of kept) {
    const bare = path.replace(/\.mdx?$/, "");
    found.push(
      [`/docs/acme/${path}`, node.request(`/docs/acme/${encodeURI(bare)}.md`)],
      [`page ${path}`, post(node, "/discovery/v1/page/acme", { path })],
      [`page ${bare}`, post(node, "/discovery/v1/page/acme", { path: `/${bare}` })],
      [`page tool ${path}`, post(node, "/mcp/acme", call("get_page", { path }))],
      [`answer from ${path}`, node.ask(question(wanted, { currentPath: path }))],
    );
  }
  return Promise.all(
    found.map(
      async ([door, response]): Promise<[string, string]> => [door, await (await response).text()],
    ),
  );
}

function call(name: string, input: object) {
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input },
  };
}

function post(node: TestNode, path: string, body: object): Promise<Response> {
  return node.request(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${node.keys.assistant}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(body),
  });
}
