import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { processorMs } from "../../../test/processor-ms.ts";
import { createPace } from "../../lib/pace.ts";
import { openTree } from "../tree/open-tree.ts";
import { type WriteRules, writeRules } from "./write-rules.ts";

type Given = { docsFolder?: string; extraPaths?: string[] };

async function rulesFor(files: Record<string, string>, given: Given = {}): Promise<WriteRules> {
  const { docsFolder = "docs", extraPaths = [] } = given;
  const tree = await openTree({ files: memoryFiles(files), docsFolder, pace: createPace() });
  return writeRules({ tree, docsFolders: [docsFolder], extraPaths });
}

const plain = { "docs/index.md": "# Home\n", "README.md": "# Read\n", "docs/api.json": "{}" };

function refuses(rules: WriteRules, path: string, text = "x\n"): boolean {
  try {
    rules.requireText(path, text, undefined);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    expect(String(error)).toContain("was not written: ");
    return true;
  }
}

const running = [
  "package.json",
  "docusaurus.config.js",
  "netlify.toml",
  ".readthedocs.yaml",
  ".vscode/tasks.json",
  ".devcontainer/devcontainer.json",
  ".envrc",
  ".npmrc",
  "Makefile",
  ".mcp.json",
  ".claude/settings.json",
  "vercel.json",
  "book.toml",
  "requirements.txt",
  "conf.py",
  "PACKAGE.JSON",
  "Package.Json",
  ".Npmrc",
  "AGENTS.md",
  "_config.yaml",
  "docker-compose.dev.yml",
  "tsconfig.base.json",
  "package.yaml",
  "package.json5",
  "\uff50ackage.json",
  "package.j\u017fon",
  "pack\u200bage.json",
];

test.each(running)("%s is not written, in the docs or above them", async (name) => {
  for (const docsFolder of ["docs", ""]) {
    const rules = await rulesFor(plain, { docsFolder });
    for (const path of [name, `docs/${name}`, `docs/deep/${name}`])
      expect(refuses(rules, path), path).toBe(true);
    expect(() => rules.requireMove("docs/a.md", `docs/${name}`)).toThrow("was not written");
    expect(() => rules.requireRemoval(`docs/${name}`)).toThrow("was not written");
  }
});

test("texts, data and pictures of the docs are written, by their ending in any case", async () => {
  const rules = await rulesFor(plain);
  const paths = ["a.md", "a.MDX", "b/c.rst", "b/d.adoc", "b/e.json", "b/f.yaml", "g.svg", "h.txt"];
  for (const path of paths) expect(refuses(rules, `docs/${path}`), path).toBe(false);
  expect(refuses(rules, "docs/api.json", '{"a": 1}')).toBe(false);
  for (const path of ["a.js", "a.tsx", "a.sh", "a.py", "a", "a.css", "a.ipynb", "theme/main.html"])
    expect(refuses(rules, `docs/${path}`), path).toBe(true);
  for (const path of ["README.md", "src/a.md", "docsx/a.md"])
    expect(refuses(rules, path), path).toBe(true);
});

test("a job makes no data at the top of the docs, where tools look for their settings", async () => {
  const rules = await rulesFor(plain);
  expect(refuses(rules, "docs/newtool.yml")).toBe(true);
  expect(refuses(rules, "docs/data/list.yml")).toBe(false);
});

test("where all of the repository is docs, data beside the pages stays as it is", async () => {
  const files = { "guide/a.md": "# A\n", "charts/values.yaml": "a: 1\n", "guide/t.yaml": "a: 1\n" };
  const rules = await rulesFor(files, { docsFolder: "" });
  expect(refuses(rules, "charts/values.yaml", "a: 2\n")).toBe(true);
  expect(refuses(rules, "guide/t.yaml", "a: 2\n")).toBe(false);
});

test("what the project allows is written, whatever it is", async () => {
  const rules = await rulesFor(plain, {
    extraPaths: ["README.md", "docs/**/*.tsx", "docs/.pages"],
  });
  for (const path of ["README.md", "docs/ui/a.tsx", "docs/.pages"])
    expect(refuses(rules, path), path).toBe(false);
  expect(refuses(rules, "docs/package.json")).toBe(true);
});

test("a verb corrects links in pages beside the docs, and makes none there", async () => {
  const rules = await rulesFor(plain);
  const basis = { before: "# Read\n", byVerb: true };
  rules.requireText("README.md", "# Read on\n", basis);
  expect(() => rules.requireText("OTHER.md", "# New\n", basis)).toThrow("outside the folders");
});

test("code files move with their folder under their own name, and become nothing else", async () => {
  const rules = await rulesFor(plain);
  rules.requireMove("docs/a/demo.tsx", "docs/b/demo.tsx");
  rules.requireMove("docs/a.md", "docs/b.mdx");
  rules.requireMove("docs/a/overrides/main.html", "docs/b/overrides/main.html");
  for (const [from, to] of [
    ["docs/a/demo.tsx", "docs/b/index.tsx"],
    ["docs/a/demo.tsx", "src/demo.tsx"],
    ["docs/a.md", "docs/a.js"],
    ["docs/a/Makefile", "docs/Makefile"],
    ["docs/a/x.json", "docs/.hidden/x.json"],
    ["docs/a/main.html", "docs/overrides/main.html"],
    ["docs/a/x.json", "docs/x.json"],
  ] as const)
    expect(() => rules.requireMove(from, to), `${from} ${to}`).toThrow("was not written");
});

const mkdocs = {
  "docs/index.md": "# Home\n",
  "mkdocs.yml": "site_name: A\nplugins:\n  - search\nnav:\n  - Home: index.md\n",
};

test("a navigation file of data changes in its navigation alone", async () => {
  const rules = await rulesFor(mkdocs);
  const write = (text: string) => refuses(rules, "mkdocs.yml", text);
  expect(write("site_name: B\nplugins:\n  - search\nnav:\n  - Start: index.md\n")).toBe(false);
  expect(write("site_name: A\nplugins:\n  - search\n  - exec\nnav:\n  - Home: index.md\n")).toBe(
    true,
  );
  expect(write("site_name: A\nplugins:\n  - search\nhooks: [a.py]\nnav: []\n")).toBe(true);
  expect(write("site_name: A\nnav:\n  - Home: index.md\n")).toBe(true);
  expect(write("site_name: A\nplugins:\n  - search\nnav: !!python/name:os.system x\n")).toBe(true);
  expect(write("nav: [\n")).toBe(true);
});

test("a new file of settings is not made", async () => {
  const rules = await rulesFor(plain);
  expect(refuses(rules, "docs/mkdocs.yml", "site_name: A\n")).toBe(true);
  expect(refuses(rules, "docs/guide/_category_.json", '{"label": "A"}')).toBe(false);
});

const script = {
  "docs/index.md": "# Home\n",
  "docs/a.md": "# A\n",
  "docusaurus.config.js": "module.exports = { title: 'A', presets: [['classic', {docs: {}}]] };\n",
  "sidebars.js": "module.exports = { main: ['index', f('a')] };\n",
};

test("a script of the site is changed by verbs that leave its code as it is, and by nothing else", async () => {
  const rules = await rulesFor(script);
  const after = "module.exports = { main: ['index', {type: 'doc', id: 'b', x: true}, f('a')] };\n";
  const before = script["sidebars.js"];
  expect(refuses(rules, "sidebars.js", after)).toBe(true);
  expect(() => rules.requireText("sidebars.js", after, { before })).toThrow("add_page, move_file");
  rules.requireText("sidebars.js", after, { before, byVerb: true });
  for (const entry of ["evil()", `\`\${evil}\``, "evil", "{a: evil}", "() => 1", "...evil"])
    expect(
      () =>
        rules.requireText("sidebars.js", `module.exports = { main: [${entry}, f('a')] };\n`, {
          ...{ before, byVerb: true },
        }),
      entry,
    ).toThrow("is a script of the site");
});

test("a page gets no code that runs where the docs are built", async () => {
  const rules = await rulesFor(plain);
  const bad = [
    "export const x = require('fs');",
    "{process.env.TOKEN}",
    "{(() => 1)()}",
    "<Card run={() => fetch('x')} />",
    "import fs from 'node:fs'",
    "import x from 'child_process'",
    "import x from 'data:text/javascript,alert(1)'",
    "export default function A() { return 1 }",
    "text {f`x`} text",
    "text {[f][0]`x`} text",
    `{\`\${f()}\`}`,
    "<script>alert(1)</script>",
    '<a href="b.md" title={f()}>b</a>',
    "See https://a.example/{f()}",
  ];
  for (const code of bad) {
    expect(refuses(rules, "docs/a.mdx", `# A\n\n${code}\n`), code).toBe(true);
    const before = `# A\n\n${code}\n`;
    rules.requireText("docs/a.mdx", `${before}\nMore.\n`, { before });
  }
  const good = [
    "import Tabs from '@theme/Tabs'",
    "export const meta = { title: 'A', tags: ['b', 1] }",
    "<Card style={{ color: 'red' }} count={3} icon={icons.star}>text</Card>",
    "{/* a remark */}",
    "{frontmatter.title}",
    "<Code code={`import { a } from 'b'`} {...props} />",
    "```js\nrequire('fs')()\n```",
    "`{f()}`",
    "```html\n<script>alert(1)</script>\n```",
    "Write `<script>` there.",
  ];
  for (const code of good)
    expect(refuses(rules, "docs/a.mdx", `# A\n\n${code}\n`), code).toBe(false);
  expect(refuses(rules, "docs/a.md", "Call {f()} and {{ g() }}.\n")).toBe(false);
  expect(refuses(rules, "docs/a.md", "<SCRIPT src=x></SCRIPT>\n")).toBe(true);
});

test("what runs in Markdown is what the site makes of it", async () => {
  const mdx = await rulesFor(script);
  expect(refuses(mdx, "docs/b.md", "# B\n\n{f()}\n")).toBe(true);
  const template = await rulesFor({
    "docs/index.md": "# Home\n",
    "docs/.vitepress/config.ts": "export default { title: 'A' }\n",
  });
  expect(refuses(template, "docs/b.md", "# B\n\nIt is {{ f() }}.\n")).toBe(true);
  expect(refuses(template, "docs/b.md", '# B\n\n<Badge :text="f()" />\n')).toBe(true);
  expect(refuses(template, "docs/b.md", "# B\n\nIt is {{ site.title }}.\n")).toBe(false);
});

test("a template runs nothing that is new, however its attributes are written", async () => {
  const template = await rulesFor({
    "docs/index.md": "# Home\n",
    "docs/.vitepress/config.ts": "export default { title: 'A' }\n",
  });
  const bad = [
    "<A :b=f() />",
    "<A @click=f() />",
    '<A :b = "f()" />',
    '<A .b="f()" />',
    '<A b="c":d="f()" />',
    '<A/:b="f()" />',
    '<a href="b.md" :title="f()">b</a>',
    `<A :[f('x')]="1" />`,
    `<A :${"b".repeat(500)}="f()" />`,
    '# Title {:id="f()"}',
    "{{ f/*<b>*/() }}",
  ];
  for (const code of bad) {
    expect(refuses(template, "docs/b.md", `# B\n\n${code}\n`), code).toBe(true);
    expect(refuses(template, "docs/b.md", `# B\n\n\`\`\`vue\n${code}\n\`\`\`\n`), code).toBe(false);
  }
  for (const code of ['<A :b="c" @click="open" />', "Set `:b=f()` there.", "It is a = f(b)."])
    expect(refuses(template, "docs/b.md", `# B\n\n${code}\n`), code).toBe(false);
});

test("a page of any site gets no handler, no address that is a script and no front matter that runs", async () => {
  const bad = [
    "<img src=x onerror=alert(1)>",
    "<img src=x OnError = 'alert(1)'>",
    '<a href="b.md"onclick="f()">b</a>',
    '<a href=" java&#115;cript&colon;f()">b</a>',
    '<iframe srcdoc="x"></iframe>',
  ];
  const heads = [
    "---js\n{ title: require('child_process').execSync('id') }\n---\n",
    "\n--- javascript \nf()\n---\n",
    "---\ntitle: A\nhead:\n  - - script\n    - {}\n    - f()\n---\n",
  ];
  for (const files of [plain, script]) {
    const rules = await rulesFor(files);
    for (const code of bad) {
      for (const path of ["docs/b.md", "docs/b.mdx", "docs/b.html", "docs/b.svg"])
        expect(refuses(rules, path, `${code}\n`), `${path} ${code}`).toBe(true);
      const before = `# B\n\n${code}\n`;
      rules.requireText("docs/b.md", `${before}\nMore.\n`, { before });
    }
    for (const head of heads)
      expect(refuses(rules, "docs/b.md", `${head}\n# B\n`), head).toBe(true);
    for (const text of [
      "Set only=true, or `onclick=f()`.",
      "---\nhead: x\ntitle: A script\n---\n# B",
    ])
      expect(refuses(rules, "docs/b.md", `${text}\n`), text).toBe(false);
  }
});

test("verbs that correct the paths of imports bring in no code", async () => {
  const rules = await rulesFor(plain);
  const before = "import fs from 'fs'\n\nimport A from '../a.mdx'\n\n{f('x')}\n";
  const byVerb = true;
  rules.requireText("docs/b/a.mdx", before.replace("../a", "../../a"), { before, byVerb });
  const evil = before.replace("{f('x')}", "{f(evil)}");
  expect(() => rules.requireText("docs/b/a.mdx", evil, { before, byVerb })).toThrow("would run");
});

const hostile = [
  ["unclosed braces", "{".repeat(60_000)],
  ["closed braces", `${"{{".repeat(40_000)}}}`],
  ["scripts", "<script ".repeat(20_000)],
  ["statements", "import a from 'b'\n".repeat(8_000)],
  ["bound attributes", `<A ${' :a="'.repeat(20_000)}`],
  ["attributes in attributes", `<A ${":a=".repeat(40_000)}`],
  ["computed names", `<A ${":[".repeat(40_000)}=1`],
  ["equals signs", "= ".repeat(60_000)],
  ["handlers", 'onclick="'.repeat(20_000)],
  ["tags with addresses", `<a href="b" `.repeat(10_000)],
  ["quotes", `export const a = ${"'".repeat(60_000)}\n`],
  ["expressions", "{f()} ".repeat(20_000)],
] as const;

test.each(hostile)(
  "a page full of %s is read in time that grows with its length",
  async (_, text) => {
    const rules = [
      await rulesFor(plain),
      await rulesFor({
        "docs/index.md": "# A\n",
        "docs/.vitepress/config.ts": "export default {}\n",
      }),
    ];
    const usedMs = processorMs();
    for (const one of rules)
      for (const path of ["docs/a.mdx", "docs/a.md", "docs/a.html"])
        one.requireText(path, `${text}\n`, { before: text, byVerb: true });
    expect(usedMs()).toBeLessThan(8_000);
  },
);

test("a verb may correct the path of an import in the script of a page, and nothing else of it", async () => {
  const rules = await rulesFor({ ...plain, "docs/.vitepress/config.ts": "export default {}\n" });
  const before = "<script setup>\nimport Demo from './Demo.vue'\n</script>\n\n# A\n";
  const after = before.replace("./Demo", "../extras/Demo");
  rules.requireText("docs/b/a.md", after, { before, byVerb: true });
  const more = after.replace("</script>", "run()\n</script>");
  expect(() => rules.requireText("docs/b/a.md", more, { before, byVerb: true })).toThrow();
  expect(() => rules.requireText("docs/b/a.md", more, { before })).toThrow(/would run/);
});

test("a list of redirects follows what moves inside the docs, and is not written otherwise", async () => {
  const before = "/old /keys 301\n";
  const files = { ...plain, "docs/public/_redirects": before, "static/_redirects": before };
  const rules = await rulesFor(files);
  const [after, basis] = ["/old /tokens 301\n", { before, byVerb: true }];
  rules.requireText("docs/public/_redirects", after, basis);
  expect(refuses(rules, "docs/public/_redirects", after)).toBe(true);
  for (const path of ["static/_redirects", "docs/_redirects"])
    expect(() => rules.requireText(path, after, basis)).toThrow("was not written: ");
});
