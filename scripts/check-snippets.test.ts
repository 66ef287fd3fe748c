import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkSnippets } from "./check-snippets.ts";

const manifests = {
  "package.json": '{"name":"@docent/docent","version":"1.0.0","scripts":{"build":"node ."}}',
  "packages/react/package.json": '{"name":"@docent/react","version":"1.0.0"}',
};

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const { root } = await makeTree({ ...manifests, ...files });
  const faults = await checkSnippets(root);
  return faults.map(({ file, line, reason }) => `${file}:${line} ${reason}`);
}

test("commands, flags, scripts and packages that are not there are found with their lines", async () => {
  const page = [
    "Run `docent frobnicate` or `npm run gone`.",
    "```bash",
    "npx docent keys \\",
    "  create --colour red",
    "DOCENT_DATA=x docent keys burn key_1 && docent serve --prot 1",
    "npx --yes docents serve",
    "npm install @docent-org/docent",
    "```",
    '```tsx\nimport { DocentWidget } from "@docent/reakt";\n```',
  ].join("\n");
  const workflow = "- run: npx docent chekc docs";
  expect(await faultsOf({ "docs/page.mdx": page, ".github/workflows/a.yml": workflow })).toEqual([
    '.github/workflows/a.yml:1 there is no command "docent chekc docs"',
    "docs/page.mdx:1 there is no npm script gone",
    'docs/page.mdx:1 there is no command "docent frobnicate"',
    'docs/page.mdx:3 "docent keys create" has no --colour',
    'docs/page.mdx:5 there is no command "docent keys burn"',
    'docs/page.mdx:5 "docent serve" has no --prot',
    "docs/page.mdx:6 docents is none of our packages",
    "docs/page.mdx:7 @docent-org/docent is none of our packages",
    "docs/page.mdx:10 @docent/reakt is none of our packages",
  ]);
});

test("what works, and what is no command, is passed over", async () => {
  const page = [
    "`docent serve` prints `docent listening on http://127.0.0.1:4040`; `docent keys --help`, `docent COMMAND --help`.",
    "```bash",
    "docent serve [--port N] [--docs PATH]   # starts",
    'npx docent ask --domain acme "How do I pass --colour?" | head',
    "sudo -u docent node /opt/docent/bin/docent.js keys list --data /var/lib/docent",
    "npm run build && npm install ./docent-docent-1.0.0.tgz",
    "npm install @docent/react@1.0.0",
    "```",
    "```text\ndocent frobnicate\n```",
  ].join("\n");
  expect(await faultsOf({ "README.md": page })).toEqual([]);
});
