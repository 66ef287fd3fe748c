import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { overlayOf } from "../../../test/overlay-of.ts";
import { moveFiles } from "./move-files.ts";

const docsJson = `{
  "$schema": "https://mintlify.com/docs.json",
  "navigation": {
    "tabs": [
      { "tab": "Keys", "root": "guides/keys", "groups": [
        { "group": "Start", "pages": ["index", "guides/keys", { "group": "More", "pages": [ "/guides/keys" ] }] }
      ] },
      { "tab": "guides/keys", "href": "/guides/keys" }
    ],
    "anchors": [{ "anchor": "Keys", "pages": ["guides\\/keys", "GET /guides/keys"] }]
  },
  "navbar": { "links": [{ "label": "Keys", "href": "/guides/keys#make" }] },
  "redirects": [{ "source": "/guides/keys/old", "destination": "/guides/keys" }]
}
`;

const files = {
  "docs/docs.json": docsJson,
  "docs/index.mdx": `---
title: Home
link: /guides/keys
slug: /guides/keys
---

[a](/guides/keys) [b](./guides/keys.mdx#make "T") [c][k] <Card href="/guides/keys">x</Card>
[![i](/images/a.png)](guides/keys) <a href='guides/keys/?x=1#make'>x</a> [d](<guides/keys.mdx>)

[k]: <guides/keys.mdx> "Keys"

\`[code](/guides/keys)\` and https://docs.acme.com/guides/keys and [other](/guides/keys-old)
`,
  "docs/guides/keys.mdx": `---
title: Keys
---
import S, { T } from '../snippets/s.mdx';

[home](../index.mdx) [top](/) [self](#make) [own](keys.mdx#make) ![x](../images/a.png)
[doors](./doors) <a href="doors">d</a> [none](./nowhere) [web](https://example.com) [m](mailto:a@b.c)
`,
  "docs/guides/keys-old.mdx": "# Old\n",
  "docs/guides/doors.mdx": "\uFEFF# Doors\r\n\r\n[keys](keys)\r\n[k2](./keys.mdx?x=1#make)\r\n",
  "docs/snippets/s.mdx": "hi\n",
  "docs/images/a.png": "x",
  "README.md": "[d](docs/guides/keys.mdx) [e](/docs/guides/keys.mdx)\n",
};

describe("a page that moves", () => {
  const move = { docsFolder: "docs", from: "docs/guides/keys.mdx", to: "docs/how/to/api-keys.mdx" };

  test("takes every kind of link to it along, and its own links stay right", async () => {
    const overlay = memoryFiles(files);
    const moved = await moveFiles(overlay, move);
    const read = (path: string) => overlay.read(path);
    expect(await read("docs/index.mdx")).toBe(
      files["docs/index.mdx"]
        .replace("link: /guides/keys", "link: /how/to/api-keys")
        .replace("[a](/guides/keys)", "[a](/how/to/api-keys)")
        .replace("./guides/keys.mdx#make", "./how/to/api-keys.mdx#make")
        .replace('<Card href="/guides/keys">', '<Card href="/how/to/api-keys">')
        .replace("](guides/keys)", "](how/to/api-keys)")
        .replace("guides/keys/?x=1", "how/to/api-keys/?x=1")
        .replaceAll("<guides/keys.mdx>", "<how/to/api-keys.mdx>"),
    );
    expect(await read("docs/how/to/api-keys.mdx")).toBe(
      files["docs/guides/keys.mdx"]
        .replace("../snippets", "../../snippets")
        .replace("../index.mdx", "../../index.mdx")
        .replace("keys.mdx#make", "api-keys.mdx#make")
        .replace("../images", "../../images")
        .replace("./doors", "../../guides/doors")
        .replace('"doors"', '"../../guides/doors"'),
    );
    expect(await read("docs/guides/doors.mdx")).toBe(
      "\uFEFF# Doors\r\n\r\n[keys](../how/to/api-keys)\r\n[k2](../how/to/api-keys.mdx?x=1#make)\r\n",
    );
    expect(await read("README.md")).toBe(
      "[d](docs/how/to/api-keys.mdx) [e](/docs/how/to/api-keys.mdx)\n",
    );
    expect(moved.repaired.map(({ path, lines }) => `${path}:${lines}`)).toEqual([
      "docs/docs.json:5,6,8,10,12,13",
      "README.md:1",
      "docs/guides/doors.mdx:3,4",
      "docs/how/to/api-keys.mdx:4,6,7",
      "docs/index.mdx:3,7,8,10",
    ]);
  });

  test("is found under its new name in the navigation, of which nothing else changes", async () => {
    const overlay = memoryFiles(files);
    await moveFiles(overlay, move);
    expect(await overlay.read("docs/docs.json")).toBe(
      docsJson
        .replace('"root": "guides/keys"', '"root": "how/to/api-keys"')
        .replace('["index", "guides/keys"', '["index", "how/to/api-keys"')
        .replace('[ "/guides/keys" ]', '[ "/how/to/api-keys" ]')
        .replace(
          '"tab": "guides/keys", "href": "/guides/keys"',
          '"tab": "guides/keys", "href": "/how/to/api-keys"',
        )
        .replace('"guides\\/keys"', '"how/to/api-keys"')
        .replace('"href": "/guides/keys#make"', '"href": "/how/to/api-keys#make"')
        .replace('"destination": "/guides/keys"', '"destination": "/how/to/api-keys"'),
    );
  });

  test("says what it left alone and why", async () => {
    const overlay = memoryFiles(files);
    const moved = await moveFiles(overlay, move);
    expect(moved.problems).toEqual([
      { path: "docs/how/to/api-keys.mdx", line: 7, reason: expect.stringContaining('"./nowhere"') },
    ]);
    expect(moved.mentions).toEqual([
      expect.stringMatching(/^docs\/docs\.json:8 /),
      expect.stringMatching(/^docs\/docs\.json:10 .*GET \/guides\/keys/),
      expect.stringMatching(/^docs\/index\.mdx:4 slug/),
      expect.stringMatching(/^docs\/index\.mdx:12 `\[code\]/),
    ]);
    expect(moved.address).toEqual({ old: "guides/keys", new: "how/to/api-keys" });
  });

  test("moves the same way again over the same checkout", async () => {
    const [one, other] = [memoryFiles(files), memoryFiles(files)];
    expect(await moveFiles(one, move)).toEqual(await moveFiles(other, move));
    expect(one.changes()).toEqual(other.changes());
  });
});

test("navigation and redirects in files that docs.json takes in follow", async () => {
  const overlay = memoryFiles({
    "docs/docs.json":
      '{"navigation": {"languages": [{"pages": ["keys"]}, {"$ref": "./config/fr.json"}]}, "redirects": {"$ref": "config/redirects.json"}}',
    "docs/config/fr.json":
      '{"tabs": [{"tab": "keys", "root": "keys", "groups": [{"$ref": "group.json"}]}]}',
    "docs/config/group.json": '{ "group": "keys", "pages": { "$ref": "./pages.json" } }',
    "docs/config/pages.json": '[\n  "other",\n  "keys"\n]\n',
    "docs/config/redirects.json": '[{"source": "/a", "destination": "/keys"}]',
    "docs/keys.mdx": "x\n",
    "docs/other.mdx": "x\n",
  });
  const to = "docs/x/keys.mdx";
  const moved = await moveFiles(overlay, { docsFolder: "docs", from: "docs/keys.mdx", to });
  expect(moved.repaired.map(({ path, after }) => [path, after])).toEqual([
    ["docs/docs.json", expect.stringContaining('{"pages": ["x/keys"]}')],
    ["docs/config/fr.json", expect.stringContaining('{"tab": "keys", "root": "x/keys"')],
    ["docs/config/redirects.json", '[{"source": "/a", "destination": "/x/keys"}]'],
    ["docs/config/pages.json", '[\n  "other",\n  "x/keys"\n]\n'],
  ]);
});

test("a folder's own page is followed by links that do not name it", async () => {
  const overlay = memoryFiles({
    "docs/guides/index.md": "[a](keys.md) [b](../index.md)\n",
    "docs/guides/keys.md": "[a](./) [b](.) [c](index.md) [d](../guides) [e](./#top)\n",
    "docs/guides/deep/x.md": "[a](../) [b](..)\n",
    "docs/index.md": "[a](/guides/) [b](guides) [c](/guides/index.html) [d](/guides#x)\n",
  });
  await moveFiles(overlay, {
    docsFolder: "docs",
    from: "docs/guides/index.md",
    to: "docs/start.md",
  });
  expect(await overlay.read("docs/index.md")).toBe(
    "[a](/start/) [b](start) [c](/start.html) [d](/start#x)\n",
  );
  expect(await overlay.read("docs/guides/keys.md")).toBe(
    "[a](../start/) [b](../start) [c](../start.md) [d](../start) [e](../start/#top)\n",
  );
  expect(await overlay.read("docs/guides/deep/x.md")).toBe("[a](../../start/) [b](../../start)\n");
  expect(await overlay.read("docs/start.md")).toBe("[a](guides/keys.md) [b](index.md)\n");
});

test("images and files with odd names are followed, and names are escaped where links need it", async () => {
  const overlay = memoryFiles({
    "docs/a.md":
      '![x](<img/my door.png>) ![y](img/my%20door.png) <img src="/img/my%20door.png" />\n',
    "docs/img/my door.png": "x",
    "docs/-rf.md": "# Dash\n",
    "docs/b.md": "[x](-rf.md) [y](/-rf) [z](über.md)\n",
    "docs/über.md": "# Über\n",
  });
  const move = (from: string, to: string) => moveFiles(overlay, { docsFolder: "docs", from, to });
  await move("docs/img/my door.png", "docs/pictures/a (1) #2.png");
  expect(await overlay.read("docs/a.md")).toBe(
    '![x](<pictures/a%20%281%29%20%232.png>) ![y](pictures/a%20%281%29%20%232.png) <img src="/pictures/a%20%281%29%20%232.png" />\n',
  );
  await move("docs/-rf.md", "docs/x/--help.md");
  await move("docs/über.md", "docs/x/größe.md");
  expect(await overlay.read("docs/b.md")).toBe("[x](x/--help.md) [y](/x/--help) [z](x/größe.md)\n");
});

test("what a page imports, requires and includes stays found", async () => {
  const page = `import S from './my s.mdx'
import x from "@theme/x"

<img src={require('./img/a.png').default} /> {require("../b.js")}
`;
  const overlay = memoryFiles({
    "docs/a/page.mdx": page,
    "docs/a/my s.mdx": "s\n",
    "docs/a/img/a.png": "x",
    "docs/b.js": "x",
    "docs/a/v.md": "<!-- @include: ./part.md{1,3} -->\n\n<<< ../b.js#x\n",
    "docs/a/part.md": "x\n",
  });
  const move = (from: string, to: string) => moveFiles(overlay, { docsFolder: "docs", from, to });
  await move("docs/a/page.mdx", "docs/page.mdx");
  expect(await overlay.read("docs/page.mdx")).toBe(
    page
      .replace("./my s.mdx", "./a/my s.mdx")
      .replace("./img/a.png", "./a/img/a.png")
      .replace("../b.js", "./b.js"),
  );
  await move("docs/a/my s.mdx", "docs/s.mdx");
  expect(await overlay.read("docs/page.mdx")).toContain("import S from './s.mdx'");
  await move("docs/a/v.md", "docs/v.md");
  expect(await overlay.read("docs/v.md")).toBe(
    "<!-- @include: ./a/part.md{1,3} -->\n\n<<< ./b.js#x\n",
  );
});

test.each([
  ["docs/none.md", "docs/x.md", "There is no file"],
  ["docs/a.md", "docs/b.md", "There is a file"],
  ["docs/a.md", "docs/a.md", "is there already"],
  ["docs/a.md", "../x.md", "is not the path of a file"],
  ["docs/a.md", ".github/workflows/x.yml", "read-only"],
  ["docs/g", "docs/g/h", "into itself"],
  ["docs/g", "docs/b.md", "is not a folder"],
])("moving %s to %s is refused, and nothing has changed", async (from, to, reason) => {
  const overlay = await overlayOf({
    "docs/a.md": "[b](b.md)\n",
    "docs/b.md": "[a](a.md)\n",
    "docs/g/c.md": "[a](../a.md)\n",
  });
  await expect(moveFiles(overlay, { docsFolder: "docs", from, to })).rejects.toThrow(reason);
  expect(overlay.changes()).toEqual([]);
});

test("a page that may not be changed is named, and the move goes on", async () => {
  const overlay = memoryFiles({ "docs/a.md": "a\n", ".gitlab/b.md": "[a](../docs/a.md)\n" });
  const moved = await moveFiles(overlay, {
    docsFolder: "docs",
    from: "docs/a.md",
    to: "docs/x/a.md",
  });
  expect(moved.problems).toEqual([
    { path: ".gitlab/b.md", line: 1, reason: expect.stringContaining("may not be changed") },
  ]);
  expect(overlay.has("docs/x/a.md")).toBe(true);
});

test("a mention is told however many pages were repaired", async () => {
  const pages = Array.from({ length: 210 }, (_, index): [string, string] => [
    `docs/page-${index}.md`,
    "See [keys](keys.md).\n",
  ]);
  const files = { "docs/keys.md": "# Keys\n", "notes.txt": "see docs/keys.md\n" };
  const overlay = memoryFiles({ ...files, ...Object.fromEntries(pages) });
  const move = { docsFolder: "docs", from: "docs/keys.md", to: "docs/how/keys.md" };
  const { mentions } = await moveFiles(overlay, move);
  expect(mentions).toContain("notes.txt:1 see docs/keys.md");
});

test("what the script of a page imports is followed when the page moves, and code that is shown stays", async () => {
  const page = (path: string) => `<script setup>
import { ref } from 'vue'
import Demo from '${path}/Demo.vue'
const Late = () => import("${path}/Late.vue")
</script>

# Motion

\`\`\`vue
<script setup>
import Demo from './demos/Demo.vue'
</script>
\`\`\`
`;
  const overlay = memoryFiles({
    "docs/.vitepress/config.ts": "export default {}\n",
    "docs/extras/motion.md": page("./demos"),
    "docs/extras/demos/Demo.vue": "x",
    "docs/extras/demos/Late.vue": "x",
    "docs/vue.md": "# Vue\n",
    "docs/extras/vue.md": "# Vue\n",
  });
  await moveFiles(overlay, {
    docsFolder: "docs",
    from: "docs/extras/motion.md",
    to: "docs/guide/motion.md",
  });
  expect(await overlay.read("docs/guide/motion.md")).toBe(page("../extras/demos"));
});
