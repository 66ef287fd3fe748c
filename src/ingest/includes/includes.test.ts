import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { expandIncludes, findIncludes } from "./includes.ts";

const expanded = (content: string, files: Record<string, string>, path = "guide/page.mdx") =>
  expandIncludes({ path, content }, (file) => files[file]);
const textOf = (content: string, files: Record<string, string>, path?: string) =>
  expanded(content, files, path).content;

describe("forms", () => {
  test("an imported file stands where its tag stands, with the values handed over", () => {
    const content =
      "import Intro from '/snippets/intro.mdx';\n\nBefore\n\n<Intro name=\"Ada\" />\n\nAfter";
    const files = {
      "snippets/intro.mdx": "---\ntitle: x\n---\nHello {props.name}, {name} and {other}.\n",
    };
    const page = expanded(content, files);
    expect(page.content).toBe("\n\nBefore\n\nHello Ada, Ada and {other}.\n\nAfter");
    expect(page.includes).toEqual(["snippets/intro.mdx"]);
    expect(page.problems).toEqual([]);
  });

  test("partials beside the page and from the site's top are found", () => {
    expect(textOf("import A from './_a.mdx'\n\n<A/>", { "guide/_a.mdx": "Text" })).toBe("\n\nText");
    expect(textOf("import A from '@site/docs/_a.md'\n<A/>", { "_a.md": "Text" })).toBe("\nText");
  });

  test("a snippet tag is looked for in the snippets folder", () => {
    expect(textOf('<Snippet file="a.mdx" />', { "snippets/a.mdx": "Text" })).toBe("Text");
  });

  test("VitePress includes take a range or a region", () => {
    const files = {
      "guide/a.md": "one\ntwo\nthree\n<!-- #region r -->\nfour\n<!-- #endregion r -->",
    };
    expect(textOf("<!--@include: ./a.md{2,3}-->", files)).toBe("two\nthree");
    expect(textOf("<!-- @include: ./a.md#r -->", files)).toBe("four");
  });

  test("VitePress code becomes a fenced block with its language", () => {
    const files = { "snippets/a.ts": "// #region r\nconst a = 1;\n// #endregion r\nrest\n" };
    expect(textOf("<<< @/snippets/a.ts{1-3} [Title]", files)).toBe(
      "```ts\nconst a = 1;\nrest\n```",
    );
    expect(textOf("<<< @/snippets/a.ts#r", files)).toBe("```ts\nconst a = 1;\n```");
  });

  test("MkDocs snippets are taken alone, in a block, by lines and by section", () => {
    const files = {
      "a.md": "one\ntwo\nthree",
      "b.md": "# --8<-- [start:s]\ninside\n# --8<-- [end:s]\noutside",
    };
    expect(textOf('--8<-- "a.md:2:3"', files)).toBe("two\nthree");
    expect(textOf("--8<-- 'b.md:s'", files)).toBe("inside");
    expect(textOf("--8<--\na.md:1:1\n; no.md\nb.md:s\n--8<--", files)).toBe(
      "--8<--\none\n; no.md\ninside\n--8<--",
    );
    expect(textOf('!!! note\n    --8<-- "a.md:1:2"', files)).toBe("!!! note\n    one\n    two");
  });

  test("a fence that names a file is filled with it", () => {
    const files = { "guide/x.js": "one\ntwo\nthree\n" };
    expect(textOf("```js file=./x.js#L2-L3\n```\nAfter", files)).toBe(
      "```js file=./x.js#L2-L3\ntwo\nthree\n```\nAfter",
    );
  });

  test("MyST includes are text or code", () => {
    const files = { "guide/x.md": "A **b**\nend", "guide/x.py": "a = 1\nb = 2\nc = 3" };
    expect(textOf("```{include} x.md\n:end-line: 1\n```\nAfter", files)).toBe("A **b**\nAfter");
    expect(textOf(":::{include} x.md\n:::\nAfter", files)).toBe("A **b**\nend\nAfter");
    expect(textOf("```{literalinclude} x.py\n:language: python\n:lines: 1,3\n```", files)).toBe(
      "```python\na = 1\nc = 3\n```",
    );
  });

  test("template languages include from their folders", () => {
    const files = {
      "_includes/a.md": "Hi {{ include.who }}",
      "guide/b.md": "B <!--s-->part<!--e-->",
      ".gitbook/includes/c.md": "C",
      "d.yaml": "d: 1",
    };
    expect(textOf('{% include a.md who="Ada" %}', files)).toBe("Hi Ada");
    expect(textOf('{% include-markdown "b.md" start="<!--s-->" end="<!--e-->" %}', files)).toBe(
      "part",
    );
    expect(textOf('{% include "../.gitbook/includes/c.md" %}', files)).toBe("C");
    expect(textOf('{{< readfile file="d.yaml" code="true" lang="yaml" >}}', files)).toBe(
      "```yaml\nd: 1\n```",
    );
    expect(textOf('{{% include "/d.yaml" %}}', files)).toBe("d: 1");
  });

  test("mdBook includes take lines and anchors, also inside code", () => {
    const files = { "guide/f.rs": "// ANCHOR: a\nfn a() {}\n// ANCHOR_END: a\nfn b() {}" };
    expect(textOf("```rust\n{{#include f.rs:a}}\n```", files)).toBe("```rust\nfn a() {}\n```");
    expect(textOf("{{#include f.rs:4:4}}", files)).toBe("fn b() {}");
  });
});

describe("limits", () => {
  test("code, comments and raw text that show an include are left alone", () => {
    const files = { "a.md": "no", "_includes/a.md": "no" };
    for (const content of [
      '```md\n<Snippet file="a.md" />\n{% include a.md %}\n```',
      "`{% include a.md %}`",
      "<!-- {% include a.md %} -->",
      "{% raw %}{% include a.md %}{% endraw %}",
      '```\n--8<-- "missing.md"\n{{#include missing.md}}\n```',
    ]) {
      expect(expanded(content, files)).toMatchObject({ content, includes: [], problems: [] });
    }
  });

  test("a missing file is a problem with its line, and the directive goes", () => {
    expect(expanded('One\n\n--8<-- "no.md"\n\nTwo', {})).toEqual({
      inserted: [{ from: 2, to: 3, count: 1 }],
      content: "One\n\n\n\nTwo",
      includes: [],
      problems: [{ line: 3, message: "The included file no.md was not found." }],
    });
  });

  test("a problem in an included file has its line in the new text", () => {
    const page = expanded('top\n\n--8<-- "a.md"', { "a.md": 'x\ny\n--8<-- "no.md"' });
    expect(page.problems).toMatchObject([{ line: 5 }]);
  });

  test("nothing outside the source, hidden or binary is asked for", () => {
    for (const path of [
      "../../etc/passwd.md",
      "/../x.md",
      "a/../../../x.md",
      "~/x.md",
      "https://a.example/x.md",
      ".env",
      ".git/config.txt",
      "a/.hidden/x.md",
      "x.png",
      "C:\\x.md",
    ]) {
      expect(findIncludes({ path: "guide/page.md", content: `--8<-- "${path}"` })).toEqual([]);
    }
    expect(findIncludes({ path: "guide/page.md", content: '--8<-- "x.md"' })).toEqual([
      "guide/x.md",
      "x.md",
      "snippets/x.md",
      "includes/x.md",
      "docs/snippets/x.md",
    ]);
  });

  test("files that include themselves are cut", () => {
    const page = expanded('--8<-- "a.md"', {
      "a.md": 'A\n--8<-- "b.md"',
      "b.md": 'B\n--8<-- "a.md"',
    });
    expect(page.content).toBe("A\nB\n");
    expect(page.problems[0]?.message).toBe("The included file a.md includes itself.");
  });

  test("includes end five deep", () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`f${n}.md`, `t${n}\n--8<-- "f${n + 1}.md"`]),
    );
    const page = expanded('--8<-- "f0.md"', files);
    expect(page.content).toBe("t0\nt1\nt2\nt3\nt4\n");
    expect(page.problems).toHaveLength(1);
  });

  test("a bomb of includes is cut at a megabyte and a thousand files", () => {
    const many = Array(200).fill('--8<-- "b.md"').join("\n");
    const page = expanded(many, { "b.md": `${"x ".repeat(5_000)}\n`.repeat(2) });
    expect(page.content.length).toBeLessThan(1_010_000);
    expect(page.problems.length).toBeGreaterThan(0);
    const wide = Array(60).fill('--8<-- "c.md"').join("\n");
    const deep = expanded(wide, { "c.md": wide.replaceAll("c.md", "d.md"), "d.md": "x" });
    expect(deep.problems.some(({ message }) => message.includes("too many"))).toBe(true);
  });

  test("a page without includes is returned as it is, line ends too", () => {
    const content = "# A\r\n\r\nimport it later\r\n";
    expect(expanded(content, {})).toEqual({ content, includes: [], problems: [], inserted: [] });
  });

  // Quadratic work on these would run into the time limit of the test.
  test("hostile pages are scanned to their end", () => {
    for (const piece of [
      "{% include ",
      "<!--@include: a",
      "<Snippet ",
      "{{#include ",
      "--8<-- \n",
      "{/*",
      "<!--",
    ]) {
      const content = `8<- ${piece.repeat(40_000)}`;
      expect(expandIncludes({ path: "a.mdx", content }, () => "x").content).toBe(content);
    }
  });

  test("a long line that asks for files again and again is read in time", () => {
    const content = "<!--@include: a.md-->".repeat(38_000);
    const spent = processorMs();
    expect(expandIncludes({ path: "b.md", content }, () => "x").includes).toEqual(["a.md"]);
    expect(spent()).toBeLessThan(5_000);
  });
});

describe("pages that are not Markdown", () => {
  const rst = (content: string, files: Record<string, string>) =>
    textOf(content, files, "guide/page.rst");
  const adoc = (content: string, files: Record<string, string>) =>
    textOf(content, files, "modules/api/pages/a/page.adoc");

  test("reStructuredText takes in text, and code as a directive", () => {
    expect(
      rst("A\n\n.. include:: part.rst\n   :start-after: cut\n\nB", {
        "guide/part.rst": "no cut\nText",
      }),
    ).toBe("A\n\nText\n\nB");
    expect(rst("  .. literalinclude:: /x.py\n     :lines: 2\n", { "x.py": "a\nb\nc" })).toBe(
      "  .. code-block:: py\n\n     b\n",
    );
    const other = expanded(".. include:: ../README.md", { "README.md": "# A" }, "guide/page.rst");
    expect(other).toMatchObject({ content: "", problems: [] });
  });

  test("AsciiDoc takes in parts by tag and lines, from modules too", () => {
    const files = {
      "modules/api/partials/p.adoc": "Part",
      "modules/cli/examples/e.rb": "# tag::x[]\nputs 1\n# end::x[]\nputs 2",
    };
    expect(adoc("include::partial$p.adoc[]", files)).toBe("Part");
    expect(adoc("----\ninclude::cli:example$e.rb[tag=x]\n----", files)).toBe("----\nputs 1\n----");
    expect(adoc("include::cli:example$e.rb[lines=4..4]", files)).toBe("puts 2");
    expect(adoc("\\include::partial$p.adoc[]", files)).toBe("\\include::partial$p.adoc[]");
  });

  test("an include leads nowhere outside, and an address made of names is left out", () => {
    expect(expanded("include::../../../../../etc/passwd.txt[]", {}, "a/page.adoc")).toMatchObject({
      content: "",
      problems: [{ line: 1, message: expect.stringMatching(/outside the docs/) }],
    });
    expect(expanded("include::{dir}/x.adoc[]", {}, "a/page.adoc")).toMatchObject({
      content: "",
      problems: [],
    });
  });
});
