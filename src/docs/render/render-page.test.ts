import { describe, expect, test } from "vitest";
import type { PageFormat } from "../page/page-format.ts";
import { renderPage } from "./render-page.ts";

const addresses = {
  link: (href: string) => ({ href, isOutside: /^https?:/.test(href) }),
  image: (src: string) =>
    /^https?:|^data:|missing/.test(src) ? undefined : { src: `/file/${src}` },
};

const render = (source: string, format: PageFormat = "mdx") =>
  renderPage(source, { format, slugStyle: "github", addresses });
const html = (source: string, format: PageFormat = "mdx") => render(source, format).html;

test("the title is taken out, headings have anchors and links, and contents list two levels", () => {
  const page = render(
    "---\nx: 1\n---\n# The *title*\n\n## One {#uno}\n\n#### Deep\n\n## One\n",
    "md",
  );
  expect(page.title).toBe("The title");
  expect(page.contents).toEqual([
    { id: "uno", title: "One", level: 2 },
    { id: "deep", title: "Deep", level: 3 },
    { id: "one", title: "One", level: 2 },
  ]);
  expect(page.html).toContain('<h2 id="uno" data-lines="6-6">One<a class="dx-anchor" href="#uno"');
  expect(page.html).not.toContain("<h1");
});

test("every block says which lines of the file it comes from", () => {
  const source =
    '---\nx: 1\n---\n\nText\nmore\n\n- a\n- b\n  - c\n\n| a |\n|---|\n| b |\n\n```js\nx\n```\n\n<Steps>\n<Step title="S">\n  Do\n</Step>\n</Steps>\n';
  const page = html(source);
  for (const part of [
    '<p data-lines="5-6">Text',
    '<li data-lines="8-8">a',
    '<li data-lines="10-10">c',
    '<tr data-lines="14-14">',
    'data-copy="" data-lines="16-18"',
    '<ol class="dx-steps" data-lines="20-24"><li class="dx-step" data-lines="21-23"><p class="dx-step-title">S</p><p data-lines="22-22">Do</p></li></ol>',
  ])
    expect(page).toContain(part);
});

describe("callouts", () => {
  test.each([
    ["a directive", ":::warning[Take *care*]\nText\n:::", "md"],
    ["a directive with a space", "::: warning Take *care*\nText\n:::", "md"],
    ["a component", '<Warning title="Take *care*">Text</Warning>', "mdx"],
    [
      "a component over lines",
      '<Aside type="warning" title="Take *care*">\n  Text\n</Aside>',
      "mdx",
    ],
    ["indentation", '!!! warning "Take *care*"\n    Text', "md"],
    ["a quote", "> [!WARNING] Take *care*\n> Text", "md"],
    ["a fence", "```{warning} Take *care*\nText\n```", "md"],
    ["slashes", "/// warning | Take *care*\nText\n///", "md"],
    [
      "a shortcode",
      '{{% alert title="Take *care*" color="warning" %}}\nText\n{{% /alert %}}',
      "md",
    ],
  ] as const)("%s", (_, source, format) => {
    const page = html(`Before\n\n${source}\n\nAfter`, format);
    expect(page).toContain('<div class="dx-callout dx-callout-warning" role="note"');
    expect(page).toMatch(/dx-callout-title">Take \*?(?:<em>)?care/);
    expect(page).toMatch(/Text<\/p><\/div>/);
    expect(page).toMatch(/<p data-lines="\d+-\d+">After<\/p>$/);
  });

  test("one that can be folded, and one without a title of its own", () => {
    expect(html("??? tip\n    Text\n\nAfter", "md")).toBe(
      '<details class="dx-callout dx-callout-tip" data-lines="1-2"><summary class="dx-callout-title">Tip</summary><p data-lines="2-2">Text</p></details><p data-lines="4-4">After</p>',
    );
    expect(html("> [!NOTE]\n> Text *x*", "md")).toContain(
      '<p class="dx-callout-title">Note</p><p data-lines="1-2">Text <em>x</em></p>',
    );
  });
});

test("tabs are one below the other, whatever they are written in", () => {
  const expected =
    /^<div class="dx-tabs"[^>]*><div class="dx-tab" data-title="npm"[^>]*><p class="dx-tab-title">npm<\/p><p[^>]*>A<\/p><\/div><div class="dx-tab" data-title="pnpm"[^>]*><p class="dx-tab-title">pnpm<\/p><p[^>]*>B<\/p><\/div><\/div>$/;
  expect(
    html('<Tabs>\n  <Tab title="npm">\n    A\n  </Tab>\n  <Tab title="pnpm">B</Tab>\n</Tabs>'),
  ).toMatch(expected);
  expect(
    html(
      '<Tabs>\n<TabItem value="npm">\n\nA\n\n</TabItem>\n<TabItem value="x" label="pnpm">\n\nB\n\n</TabItem>\n</Tabs>',
    ),
  ).toMatch(expected);
  expect(html('=== "npm"\n\n    A\n\n=== "pnpm"\n\n    B\n', "md")).toMatch(expected);
  expect(
    html(
      '{{< tabs name="x" >}}\n{{% tab name="npm" %}}\nA\n{{% /tab %}}\n{{% tab name="pnpm" %}}\nB\n{{% /tab %}}\n{{< /tabs >}}',
      "md",
    ),
  ).toMatch(expected);
});

test("a group of code blocks is tabs with their titles", () => {
  const group = "```js [a.js]\n1\n```\n```py\n2\n```\n";
  for (const source of [`::: code-group\n${group}:::`, `<CodeGroup>\n${group}</CodeGroup>`]) {
    const page = html(source);
    expect(page).toContain('data-title="a.js"');
    expect(page).toContain('<p class="dx-tab-title">Python</p>');
  }
});

test("code keeps its text, with title, language, marked lines and colours", () => {
  const page = html('```ts title="a.ts" {2}\nconst a = "<b>";\nlet b; // [!code ++]\n```\n');
  expect(page).toContain(
    '<span class="dx-code-title">a.ts</span><span class="dx-code-language">TypeScript</span>',
  );
  expect(page).toContain(
    '<span class="dx-k">const</span> a = <span class="dx-s">"&lt;b&gt;"</span>',
  );
  expect(page).toContain(
    '<span class="dx-line dx-line-inserted"><span class="dx-k">let</span> b;</span>',
  );
});

test("code in a list, in a quote and in a component stands as far in as its fence", () => {
  expect(html("- a\n\n  ```\n  x\n    y\n  ```\n- b", "md")).toContain("<code>x\n  y</code>");
  expect(html("> ```\n> x\n> ```", "md")).toContain("<blockquote");
  expect(html("<Tab title='a'>\n    ```\n    x\n    ```\n</Tab>")).toContain("<code>x</code>");
});

test("cards, accordions, fields and frames", () => {
  const page = html(
    '<CardGroup cols={2}>\n<Card title="Keys" icon="key" href="/keys">About</Card>\n</CardGroup>\n<Accordion title="Why">Because</Accordion>\n<ParamField query="id" type="string" required>The id.</ParamField>\n<Frame caption="Seen"><img src="a.png" alt="A" /></Frame>',
  );
  expect(page).toContain(
    '<div class="dx-card" data-lines="2-2"><p class="dx-card-title"><a href="/keys">Keys</a></p>',
  );
  expect(page).toContain("<summary>Why</summary>");
  expect(page).toContain(
    '<code class="dx-field-name">id</code> <span class="dx-field-type">string</span>',
  );
  expect(page).toContain("<figcaption>Seen</figcaption>");
  expect(page).toContain('<img src="/file/a.png" alt="A"');
});

test("a field is found by its name, the first of several with the same one", () => {
  const page = html(
    '<ParamField path="thumbnails.background" type="string">\nA\n</ParamField>\n\n<ResponseField name="Icons">\nB\n</ResponseField>\n\n<ResponseField name="icons">\nC\n</ResponseField>\n\n<ParamField id="own" path="d">\nD\n</ParamField>\n\n<ParamField id="no id" path="e">\nE\n</ParamField>',
  );
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["param-thumbnails-background", "param-icons", "own"]);
});

test("what is not known shows its words and what it holds; expressions and statements do not show", () => {
  const page = html(
    'import X from "x";\nexport const y = 1;\n\n<Fancy title="T">\n\nInner {y}\n\n</Fancy>\n\n{/* gone */}\n\n<Lone />\n',
  );
  expect(page).toBe(
    '<div class="dx-component" data-lines="4-8"><p class="dx-label">T</p><p data-lines="6-6">Inner</p></div>',
  );
});

test("an unknown component with an address is a link, and says its words once", () => {
  expect(
    html('<SchoolLink href="https://a.b" title="Free lesson">\n  Watch the lesson\n</SchoolLink>'),
  ).toBe(
    '<p data-lines="1-3"><a href="https://a.b" rel="noopener noreferrer">Watch the lesson</a></p>',
  );
});

test("plain HTML of the list stays, tables are in a box", () => {
  const page = html(
    '<table>\n<tr><td colspan="2">a</td></tr>\n</table>\n\nPress <kbd>Ctrl</kbd><br/>x<sup>2</sup>\n\n<details><summary>S</summary>\n\nT\n\n</details>',
    "md",
  );
  expect(page).toContain(
    '<div class="dx-table" tabindex="0" data-lines="1-3"><table data-lines="1-3"><tr data-lines="2-2"><td colspan="2" data-lines="2-2">a</td></tr></table></div>',
  );
  expect(page).toContain("<kbd>Ctrl</kbd><br>x<sup>2</sup>");
  expect(page).toContain("<summary");
});

test("notes, tasks, terms and emoji", () => {
  const page = html(
    "A[^a] :rocket: :material-check:\n\n[^a]: Note\n\n- [x] done\n- [ ] open\n\nTerm\n:   Meaning\n",
    "md",
  );
  expect(page).toContain(
    '<sup><a id="dx:note-ref-1" href="#dx:note-1" aria-label="Note 1">1</a></sup> 🚀',
  );
  expect(page).toContain('<li id="dx:note-1" data-lines="3-3"><p data-lines="3-3">Note</p>');
  expect(page).toContain('aria-label="Done:"');
  expect(page).toMatch(/<dl[^>]*><dt[^>]*>Term<\/dt><dd[^>]*><p[^>]*>Meaning<\/p><\/dd><\/dl>/);
});

test("links that could run something lead nowhere, images from elsewhere are links", () => {
  const page = html(
    '[a](javascript:x) [b](JaVa&#10;script:x) <a href="data:text/html,x">c</a> [d](https://e.f) ![g](https://h.i/j.png) ![k](missing.png)',
    "md",
  );
  expect(page).toBe(
    '<p data-lines="1-1"><span>a</span> <a href="JaVa%0Ascript:x">b</a> c <a href="https://e.f" rel="noopener noreferrer">d</a> <a class="dx-image-link" href="https://h.i/j.png" rel="noopener noreferrer">Image: g</a> <span class="dx-image-missing">Image: k</span></p>',
  );
});

test("characters written as entities in the values of tags are those characters, and open no way around the list", () => {
  expect(html('<a href="https://x.com/?a=1&amp;b=2">x</a>')).toContain(
    'href="https://x.com/?a=1&amp;b=2"',
  );
  expect(html('<img src="a.png" alt="R&amp;D" />')).toContain('alt="R&amp;D"');
  expect(html('<Tab title="A &lt; B">\nx\n</Tab>')).toContain(">A &lt; B</p>");
  for (const href of ["java&#115;cript:x", "java&#x73;cript&#58;x", "&#32;javascript:x"])
    expect(html(`<a href="${href}">x</a>`), href).not.toContain("href");
  expect(html('<a href="https://a.b/&quot;onclick=&quot;x">x</a>')).not.toContain('"onclick');
});

test("an operation of an API begins with its method, formulas and trees of files are legible", () => {
  const page = html("# List pets\n\n`GET /pets/{id}`\n\nText", "md");
  expect(page).toContain(
    '<p class="dx-operation" data-lines="3-3"><span class="dx-method dx-method-get">GET</span> <code>/pets/{id}</code></p>',
  );
  const formulas = html("Costs $5 or $6. With $E = mc^2$ and\n\n$$\na_1 * b_2\n$$\n", "md");
  expect(formulas).toContain('Costs $5 or $6. With <code class="dx-math">E = mc^2</code>');
  expect(formulas).toContain('<span class="dx-code-language">Math (TeX)</span>');
  expect(formulas).toContain("<code>a_1 * b_2</code>");
  const files = html(
    '<Tree>\n<Tree.Folder name="src">\n<Tree.File name="a.ts" />\n</Tree.Folder>\n</Tree>',
  );
  expect(files).toMatch(/<code>src<\/code><\/span><ul><li/);
});

test("words beside blocks say which lines are theirs", () => {
  const list = html(
    "- Outer\n  goes on\n  - inner\n\n1. Run\n   ```\n   x\n   ```\n   after\n\n- [ ] **task**[^a]\n  > q\n\n[^a]: Note\n",
    "md",
  );
  for (const words of [
    '<li data-lines="1-3"><span data-lines="1-2">Outer\ngoes on</span><ul data-lines="3-3"><li data-lines="3-3">inner</li>',
    '<li data-lines="5-9"><span data-lines="5-5">Run</span><div class="dx-code"',
    '<span data-lines="9-9">after</span></li>',
    '<li class="dx-task-item" data-lines="11-12"><span data-lines="11-11"><span class="dx-task"',
  ])
    expect(list).toContain(words);
});

test("notes of a page share no id with its headings", () => {
  const page = html("A[^a]\n\n## Note 1\n\n## Note ref 1\n\n[^a]: B\n", "md");
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);
});

test("a shortcode within a line tears no paragraph apart", () => {
  expect(html('Acme {{% param "version" %}} or later {{< badge "new" >}}', "md")).toMatch(
    /^<p data-lines="1-1">Acme .*or later.*<\/p>$/,
  );
});

test("what stands in a fence that only guards it is text of the page", () => {
  expect(html("```mdx-code-block\n<Note>\nText\n</Note>\n```\n\nAfter")).toMatch(
    /^<div class="dx-callout dx-callout-note"[^>]*>.*Text<\/p><\/div><p data-lines="7-7">After<\/p>$/,
  );
});

test("an address of the web in the text is a link, without the marks of the sentence around it", () => {
  const shown = (source: string) => html(source).replace(/ data-lines="[^"]*"| rel="[^"]*"/g, "");
  expect(shown("See https://a.example/b_c(d)?e=1&f, or (http://x.example/y).")).toBe(
    '<p>See <a href="https://a.example/b_c(d)?e=1&amp;f">https://a.example/b_c(d)?e=1&amp;f</a>, or (<a href="http://x.example/y">http://x.example/y</a>).</p>',
  );
  expect(shown("**https://a.example/x**")).toContain('<a href="https://a.example/x">');
  expect(shown("https://a.example/x。次")).toContain('<a href="https://a.example/x">');
  for (const plain of [
    "`https://a.example`",
    "[https://a.example](https://a.example)",
    "javascript://a.example",
    "xhttps://a.example",
    "https://",
    "https:// a",
  ])
    expect(shown(plain).match(/<a /g)?.length ?? 0, plain).toBe(plain.startsWith("[") ? 1 : 0);
});

test("rows of a named table are led to by their first cell", () => {
  const table = "| Name | Type |\n|---|---|\n| `url` | string |\n| a b | string |\n";
  const shown = (tag: string) => html(`<APITable${tag}>\n\n${table}\n</APITable>\n`);
  expect(shown("")).toContain('<tr id="url"');
  expect(shown(' name="footer"')).toContain('<tr id="footer-url"');
  expect(shown(' name="\'x y"')).not.toContain("<tr id");
  expect(shown("").match(/<tr id=/g)).toHaveLength(1);
  const ids = html(`<APITable>\n\n${table}\n</APITable>\n\n## url\n\nText.\n`).match(/ id="url"/g);
  expect(ids).toHaveLength(1);
});
