import { describe, expect, test } from "vitest";
import { parsePage } from "../../docs/page/parse-page.ts";
import { readHtml } from "./html.ts";

const page = (text: string) => readHtml({ path: "guide/install.html", text })[0]?.content ?? "";
const body = (text: string) => page(`<body>${text}</body>`).replace(/^---\n[\s\S]*?---\n\n/, "");
const blocks = (text: string) =>
  parsePage(page(text), "md").blocks.map(({ kind, text: words }) => [kind, words]);

const sphinx = `<!DOCTYPE html><html lang="en"><head>
<title>Installing Kite &#8212; Kite 2.1 documentation</title>
<meta name="description" content="How to install Kite."></head><body>
<div class="related" role="navigation"><h3>Navigation</h3></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
<section id="installing-kite"><h1>Installing Kite<a class="headerlink" href="#installing-kite" title="Link">¶</a></h1>
<div class="contents local topic" id="contents"><ul><li><a href="#from-source">From source</a></li></ul></div>
<p>Kite needs <a class="reference internal" href="python.html"><span class="std std-ref">Python 3</span></a> and
<code class="docutils literal notranslate"><span class="pre">pip</span></code>.</p>
<div class="admonition warning"><p class="admonition-title">Warning</p><p>Back up first.</p></div>
<section id="from-source"><h2>From source<a class="headerlink" href="#from-source">¶</a></h2>
<div class="highlight-console notranslate"><div class="highlight"><pre><span></span><span class="gp">$ </span>make <span class="m">1</span>
  &lt;done&gt;
</pre></div></div>
<dl class="py function"><dt class="sig sig-object py" id="kite.fly"><span class="sig-name">kite.fly</span>(<em>height_m</em>)<a class="headerlink" href="#kite.fly">¶</a></dt>
<dd><p>Lets the kite rise.</p><dl class="field-list simple"><dt>Parameters</dt><dd><p>height_m – metres</p></dd></dl></dd></dl>
</section></section></div></div></div><div class="sphinxsidebar"><h3>Quick search</h3></div></div>
<div class="footer">Copyright</div></body></html>`;

test("a page built by Sphinx keeps its sections, code and signatures, and nothing around them", () => {
  expect(page(sphinx)).toBe(`---
title: "Installing Kite"
description: "How to install Kite."
lang: "en"
---

# Installing Kite {#installing-kite}

Kite needs [Python 3](python.html) and \`pip\`.

> Warning
>
> Back up first.

## From source {#from-source}

\`\`\`console
$ make 1
  <done>
\`\`\`

### kite.fly(height_m) {#kite.fly}

Lets the kite rise.

- Parameters: height_m – metres
`);
});

const docusaurus = `<html lang="en-GB"><head><title>Deploy | Kite</title></head><body>
<nav class="navbar"><a href="/">Kite</a></nav><main><article>
<nav class="theme-doc-breadcrumbs"><ul><li>Guides</li></ul></nav>
<div class="tocCollapsible_x1 theme-doc-toc-mobile"><button>On this page</button></div>
<div class="theme-doc-markdown markdown"><header><h1>Deploy</h1></header>
<h2 class="anchor" id="with-docker">With Docker<a href="#with-docker" class="hash-link" aria-label="Direct link">​</a></h2>
<div class="language-bash codeBlockContainer_a"><div class="codeBlockContent_b"><pre class="prism-code language-bash"><code><span class="token-line"><span class="token plain">docker pull kite</span><br></span><span class="token-line"><span class="token plain">docker run kite</span><br></span></code></pre><div class="buttonGroup__at"><button>Copy</button></div></div></div>
<div class="theme-admonition theme-admonition-tip"><div class="admonitionHeading_y"><span class="admonitionIcon_z"><svg><path/></svg></span>tip</div><div class="admonitionContent_w"><p>Pin the version.</p></div></div>
<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab" class="tabs__item">npm</li><li role="tab">Yarn</li></ul>
<div class="margin-top--md"><div role="tabpanel"><p>Use npm.</p></div><div role="tabpanel" hidden><p>Use Yarn.</p></div></div></div>
<details class="details_a"><summary>Why Docker?</summary><div><p>It is the same everywhere.</p></div></details>
</div><footer class="theme-doc-footer"><a href="https://example.com/edit">Edit this page</a></footer></article></main></body></html>`;

test("a page built by Docusaurus keeps code lines, tabs with their labels and folded text", () => {
  expect(blocks(docusaurus)).toEqual([
    ["heading", "Deploy"],
    ["heading", "With Docker"],
    ["code", "docker pull kite\ndocker run kite"],
    ["quote", "tip\nPin the version."],
    ["paragraph", "npm"],
    ["paragraph", "Use npm."],
    ["paragraph", "Yarn"],
    ["paragraph", "Use Yarn."],
    ["paragraph", "Why Docker?"],
    ["paragraph", "It is the same everywhere."],
  ]);
  expect(page(docusaurus)).toContain('lang: "en-GB"');
  expect(page(docusaurus)).toContain("## With Docker {#with-docker}");
  expect(page(docusaurus)).toContain("```bash\ndocker pull kite");
});

const material = `<html><head><title>Setup - Kite</title></head><body><header class="md-header">Kite</header>
<div class="md-content"><article class="md-content__inner md-typeset">
<a href="https://example.com/edit" title="Edit this page" class="md-content__button md-icon"><svg></svg></a>
<h1 id="setup">Setup<a class="headerlink" href="#setup">&para;</a></h1>
<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked id="t1" type="radio"><input id="t2" type="radio">
<div class="tabbed-labels"><label for="t1">Linux</label><label for="t2">macOS</label></div>
<div class="tabbed-content"><div class="tabbed-block"><p>Use apt.</p></div><div class="tabbed-block"><p>Use brew.</p></div></div></div>
<div class="language-py highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span></span>1
2</pre></div></td><td class="code"><div><pre><span></span><code>import kite
kite.fly()
</code></pre></div></td></tr></table></div></article></div></body></html>`;

test("a page built by MkDocs keeps tabs and code without its line numbers", () => {
  expect(page(material)).toBe(`---
title: "Setup"
---

# Setup {#setup}

**Linux**

Use apt.

**macOS**

Use brew.

\`\`\`py
import kite
kite.fly()
\`\`\`
`);
});

describe("lists", () => {
  test("nested and numbered lists keep their order and their start", () => {
    const list =
      "<ol start=3><li>Three<ul><li>a</li><li>b</li></ul></li><li><p>Four</p><p>more</p></li></ol>";
    expect(body(list)).toBe("3. Three\n   - a\n   - b\n\n4. Four\n\n   more\n");
  });
  test("terms stand before their descriptions", () => {
    const list =
      "<dl><dt>port</dt><dt>p</dt><dd>The port.</dd><div><dt>host</dt><dd><ul><li>x</li></ul></dd></div></dl>";
    expect(body(list)).toBe("- port, p: The port.\n\n- host\n\n  - x\n");
  });
  test("code inside an item stays inside it", () => {
    expect(body("<ul><li>Run<pre><code>a\n\n  b</code></pre></li></ul>")).toBe(
      "- Run\n\n  ```\n  a\n\n    b\n  ```\n",
    );
  });
});

describe("tables", () => {
  test("cells over several columns and rows keep the others in place", () => {
    const table = `<table><thead><tr><th colspan=2>Name</th><th>Type</th></tr></thead>
      <tbody><tr><td rowspan=2>a|b</td><td><code>x|y</code></td><td>one<br>two</td></tr><tr><td>z</td><td>int</td></tr></tbody></table>`;
    expect(body(table)).toBe(
      "| Name |  | Type |\n| --- | --- | --- |\n| a\\|b | `x\\|y` | one two |\n| a\\|b | z | int |\n",
    );
    expect(blocks(`<body>${table}`)).toEqual([
      ["table", "Name\t\tType\na|b\tx|y\tone two\na|b\tz\tint"],
    ]);
  });
  test("a table without a header row is still a table", () => {
    expect(
      blocks("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"),
    ).toEqual([["table", "1\t2\n3\t4"]]);
  });
  test("a table that arranges the page is read as its parts", () => {
    expect(blocks("<table><tr><td><h2>Left</h2><p>l</p></td><td>right</td></tr></table>")).toEqual([
      ["heading", "Left"],
      ["paragraph", "l"],
      ["paragraph", "right"],
    ]);
  });
});

describe("text", () => {
  test.each([
    "1. not a list",
    "# no heading",
    "- no item",
    "* no item",
    "> no quote",
    "``` no fence",
    "~~~ no fence",
    ":::note",
    "!!! note",
    '=== "Tab"',
    "a *b* _c_ `d` [e](f) ![g](h) <b>i</b> &amp; j",
    "snake_case __init__ ~~gone~~ C# | a | b",
    "{{ name }} {% raw %} {#id} {ref}",
    "[^1]: note [TOC] [[Page]]",
    "\\*escaped\\",
    "--- ",
    "+++",
    "<!-- note -->",
    "$value <your-key>",
  ])("%s is read as it was written", (text) => {
    const shown = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const isNoTemplate = shown.replace(/\{(?=[{%])/g, "{<wbr>");
    const [first] = parsePage(body(`<p>${isNoTemplate}</p>`), "md").blocks;
    expect(first).toMatchObject({ kind: "paragraph", text: text.trim() });
  });
  test("line breaks stay and do not begin a block", () => {
    expect(body("<p>One<br>- two<br>3. three</p>")).toBe("One\\\n\\- two\\\n3\\. three\n");
  });
  test("links keep their address, dangerous ones only their text", () => {
    expect(
      body(
        '<p><a href="a b(1).html#x">A <b>bold</b></a>, <a href="java\nscript:alert(1)">B</a></p>',
      ),
    ).toBe("[A **bold**](a%20b%281%29.html#x), B\n");
  });
  test("marks that touch stay apart", () => {
    expect(body("<p>See!<a href=x>y</a> <code>a</code><code>b</code> <b>c</b><i>d</i></p>")).toBe(
      "See\\![y](x) `a` `b` **c**d\n",
    );
  });
  test("images become their description", () => {
    expect(
      body('<p><img src="a.png" alt="A [map]"> <img src="b.png"> <img src="data:x" alt="dot"></p>'),
    ).toBe("![A \\[map\\]](a.png) dot\n");
  });
  test("code holds any text", () => {
    expect(body("<p><code>a``b</code> <kbd>`</kbd></p><pre>```\nx</pre>")).toBe(
      "```a``b``` `` ` ``\n\n````\n```\nx\n````\n",
    );
  });
});

describe("what is no page", () => {
  test.each([
    ["a redirect", '<meta http-equiv="refresh" content="0; url=/new/">Moved'],
    ["no text", "<body><nav>Home</nav><script>run()</script></body>"],
    ["nothing", ""],
    ["a Jinja template", "<h1>{% block title %}x{% endblock %}</h1>"],
    ["a Mustache template", '<a href="{{ url }}">x</a>'],
    ["an ERB template", "<p><%= name %></p>"],
  ])("%s gives nothing", (_, text) => {
    expect(readHtml({ path: "a.html", text })).toEqual([]);
  });
  test("template marks in code are text of the page", () => {
    expect(
      body("<p>Write <code>{{ name }}</code></p><pre>{% if x %}</pre><p>x^{{2}}</p>"),
    ).toContain("`{{ name }}`");
  });
  test("a page that asks not to be found says so", () => {
    const text = '<head><meta name="robots" content="noindex, follow"></head><p>Hi</p>';
    expect(parsePage(page(text), "md").hidden).toBe(true);
  });
});

describe("hostile pages", () => {
  test.each([
    ["deep elements", `${"<div>".repeat(100_000)}end`],
    ["deep lists", "<ul><li>x".repeat(20_000)],
    ["deep quotes", "<blockquote>x".repeat(20_000)],
    ["deep emphasis", "<b><i>x".repeat(20_000)],
    [
      "tags that multiply",
      `<p>${Array.from({ length: 3000 }, (_, n) => `<b id=${n}>`).join("")}${"<p>x".repeat(3000)}`,
    ],
    ["wide cells", `<table>${"<tr><td colspan=999 rowspan=999>x<td>y".repeat(3000)}</table>`],
    ["many tabs", '<div role="tablist"><a role="tab">x</a></div>'.repeat(5000)],
    ["unclosed code", `${"<code>".repeat(50_000)}{{`],
    ["lone marks", "{{ <% ".repeat(50_000)],
    ["broken tags", "<p <a </b>< & &#xffffffff; \u0000 <![CDATA[ <!x"],
  ])("%s are read within bounds", (_, text) => {
    const pages = readHtml({ path: "a.html", text: `<main>${text}</main>` });
    expect(pages.every(({ content }) => content.length < 2_100_000)).toBe(true);
    expect(() => parsePage(pages[0]?.content ?? "", "md")).not.toThrow();
  });
  test("a page beyond the limit says that its end is missing", () => {
    const [read] = readHtml({
      path: "a.html",
      text: `<p>start</p>${"<i></i>".repeat(250_000)}<p>end`,
    });
    expect(read?.content).toContain("start");
    expect(read?.problems).toHaveLength(1);
  });
});
