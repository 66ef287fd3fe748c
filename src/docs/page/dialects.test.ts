import { describe, expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const outline = (source: string, format: "md" | "mdx" = "md") =>
  parsePage(source, format).blocks.map(({ kind, text, startLine, endLine }) => [
    kind,
    text,
    startLine,
    endLine,
  ]);
const texts = (source: string, format: "md" | "mdx" = "md") =>
  parsePage(source, format).blocks.map((block) => block.text);

describe("MkDocs", () => {
  test("an admonition keeps its title, and its indented body is text with code in it", () => {
    const source = [
      '!!! note "My title"',
      "    Body",
      "",
      "    ```python",
      "    x = 1",
      "      y",
      "    ```",
      "",
      "    ??? tip",
      "        Nested",
      "",
      "    Back.",
      "",
      "After.",
    ].join("\n");
    expect(outline(source)).toEqual([
      ["paragraph", "My title\nBody", 1, 2],
      ["code", "x = 1\n  y", 4, 7],
      ["paragraph", "Nested", 10, 10],
      ["paragraph", "Back.", 12, 12],
      ["paragraph", "After.", 14, 14],
    ]);
  });

  test("an admonition in a list item does not end the list", () => {
    expect(outline('1. One\n\n    !!! warning "Mind"\n        Body\n\n2. Two')).toEqual([
      ["list", "One\nMind\nBody\nTwo", 1, 6],
    ]);
  });

  test("indented code after an admonition is code again", () => {
    expect(outline("???+ note\n    Body\n\nText\n\n    code")).toEqual([
      ["paragraph", "Body", 2, 2],
      ["paragraph", "Text", 4, 4],
      ["code", "code", 6, 6],
    ]);
  });

  test("a line of exclamation marks is text", () => {
    expect(texts("!!! this is really important")).toEqual(["!!! this is really important"]);
    expect(texts("!!!word")).toEqual(["!!!word"]);
  });

  test("content tabs keep their labels", () => {
    expect(texts('=== "npm"\n\n    Use npm.\n\n=== "pnpm"\n\n    Use pnpm.')).toEqual([
      "npm",
      "Use npm.",
      "pnpm",
      "Use pnpm.",
    ]);
    expect(parsePage("Title\n===\n\nText", "md").blocks[0]?.kind).toBe("heading");
  });

  test("definition lists, footnotes and abbreviations read as lines", () => {
    expect(texts("Term\n:   What it is\n    and more\n\n    Second.")).toEqual([
      "Term\nWhat it is and more",
      "Second.",
    ]);
    expect(texts("A note[^1] and [^a-z].\n\n[^1]: The note\n    goes on.\n[^2]: Two")).toEqual([
      "A note and [^a-z].",
      "The note goes on.\nTwo",
    ]);
    expect(texts("*[API]: What programs call")).toEqual(["API: What programs call"]);
  });

  test("attribute lists, contents marks, icons and snippet marks are no text", () => {
    const source =
      '# Head { #own .wide }\n\n[TOC]\n\n[Go](x){ .button } up{job="api"} :octicons-star-16: {: .x}\n\n--8<-- "x.md"';
    expect(texts(source)).toEqual(["Head", 'Go up{job="api"}']);
    expect(texts("Elixir says {:ok, value} and {:error}.")).toEqual([
      "Elixir says {:ok, value} and {:error}.",
    ]);
  });
});

describe("directives", () => {
  test("titles stay in brackets, after the name and in nested directives", () => {
    expect(texts(":::note[Use [this](x)]{.a}\nBody\n:::")).toEqual(["Use this\nBody"]);
    expect(texts("::: details Click me\nIn\n:::\n\n::: code-group\n```js\nx\n```\n:::")).toEqual([
      "Click me\nIn",
      "x",
    ]);
    expect(texts("::::info\n:::tip T\nInner\n:::\n::::")).toEqual(["T\nInner"]);
    expect(texts("/// note | Title\nBody\n///")).toEqual(["Title\nBody"]);
  });

  test("a MyST fence holds text, other braces name a language", () => {
    const source =
      "````{note} Title\n:class: tip\nBody\n```python\nx\n```\n````\n\n```{r}\n1\n```\n\n```{toctree}\na\n```";
    expect(outline(source)).toEqual([
      ["paragraph", "Title", 1, 1],
      ["paragraph", "Body", 3, 3],
      ["code", "x", 4, 6],
      ["code", "1", 9, 11],
    ]);
    expect(texts(":::{admonition} T\n:class: x\nIn\n:::")).toEqual(["T", "In"]);
    expect(parsePage("Text\n\n```{note}\nBody", "md").problems).toEqual([
      { line: 3, message: "The directive is not closed." },
    ]);
  });

  test("roles and labels of MyST keep the text", () => {
    expect(texts("(label)=\n## H\n\nSee {ref}`the guide <guide>` and {kbd}`Ctrl`.")).toEqual([
      "H",
      "See the guide and Ctrl.",
    ]);
  });

  test("GitHub alerts lose their mark", () => {
    expect(outline("> [!NOTE]\n> Text")).toEqual([["quote", "Text", 1, 2]]);
  });

  test("wiki links keep their text, code and links in brackets stay", () => {
    expect(texts("[[Page|the text]] [[Other]] `[[x]]` [[a]](b) :smile:")).toEqual([
      "the text Other [[x]] [a] :smile:",
    ]);
  });
});

describe("template languages", () => {
  test("Hugo shortcodes go, their text and readable parameters stay", () => {
    const source =
      '{{< tab "Linux" >}}\nUse apt.\n{{< /tab >}}\n{{% notice info "Mind" %}}\nA {{< tip text="Pod" >}} runs. [l]({{< ref "x" >}})';
    expect(texts(source)).toEqual(["Linux\nUse apt.", "Mind\nA Pod runs. l"]);
    expect(texts("{{< highlight go >}}\n# no heading\n{{< /highlight >}}")).toEqual([
      "# no heading",
    ]);
  });

  test("Liquid and GitBook tags go, interpolation and raw text stay", () => {
    expect(texts('{% hint style="info" %}\nHint\n{% endhint %}')).toEqual(["Hint"]);
    expect(texts('{% include note.html content="Be careful" %}')).toEqual(["Be careful"]);
    expect(texts('{% tab title="One" %}\nA\n{% endtab %}')).toEqual(["One\nA"]);
    expect(texts("{% raw %}{% keep %}{% endraw %} {{ page.title }}")).toEqual([
      "{% keep %} {{ page.title }}",
    ]);
    expect(texts("{% comment %}\ngone\n{% endcomment %}\nEnd")).toEqual(["End"]);
  });
});

describe("components", () => {
  test("fields read as a signature", () => {
    const source =
      '<ParamField path="id" type="string" required>\n  The id.\n</ParamField>\n\n<ResponseField name="n" type="number" default="5" required={false} />';
    expect(texts(source, "mdx")).toEqual([
      "id (string, required)\nThe id.",
      "n (number, default 5)",
    ]);
  });

  test("tabs, steps, accordions, cards and frames keep their titles", () => {
    const source =
      '<Tabs items={["npm", "pnpm"]}>\n<TabItem value="npm">\nA\n</TabItem>\n</Tabs>\n\n<Accordion title="Why">\nB\n</Accordion>\n\n<Frame caption="Cap">\n<img src="x.png" alt="Alt" />\n</Frame>';
    expect(texts(source, "mdx")).toEqual(["npm, pnpm\nnpm\nA", "Why\nB", "Cap\nAlt"]);
  });

  test("string expressions are text, also with escapes", () => {
    expect(texts('{"te\\"xt"} {`tpl`} {a && "b"}.', "mdx")).toEqual(['te"xt tpl .']);
  });
});

// Quadratic work on these would run into the time limit of the test.
test("hostile marks are read to the end of the page", () => {
  const pieces = [
    "{% a ",
    "{{< b ",
    "[^",
    "[[a|",
    "!!! note\n    ",
    "```{note}\n",
    "{: .a",
    "{ref}`",
    ":::{a}\n:b: c\n",
    "Term\n: x\n",
    "[^1]: [^1]\n",
  ];
  for (const piece of pieces) {
    const { blocks } = parsePage(`${piece.repeat(10_000)}\n\n# End`, "md");
    expect(Array.isArray(blocks)).toBe(true);
  }
});
