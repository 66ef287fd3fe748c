import { array, assert, constantFrom, property, string } from "fast-check";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { expect, test } from "vitest";
import type { PageFormat } from "../page/page-format.ts";
import { renderPage } from "./render-page.ts";
import { allowed, allowedEverywhere } from "./tree/write-html.ts";

const addresses = {
  link: (href: string) => ({ href, isOutside: true }),
  image: (src: string) => ({ src: `/docs/acme/-/file/${encodeURIComponent(src)}` }),
};
const render = (source: string, format: PageFormat) =>
  renderPage(source, { format, slugStyle: "github", addresses }).html;

type Node = DefaultTreeAdapterMap["node"];

/** What of a page no browser may see. */
function faultsIn(html: string): string[] {
  const faults: string[] = [];
  const visit = (node: Node): void => {
    if ("tagName" in node) {
      const own = Object.hasOwn(allowed, node.tagName) ? allowed[node.tagName] : undefined;
      if (own === undefined) faults.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (!own?.includes(name) && !allowedEverywhere.includes(name)) faults.push(name);
        if (name === "href" && !/^(?:https?:|mailto:|tel:|[#/.?]|[^:]*$)/i.test(value.trim()))
          faults.push(value);
        if (name === "src" && !value.startsWith("/docs/acme/-/file/")) faults.push(value);
      }
    }
    if (node.nodeName === "#comment") faults.push("comment");
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return faults;
}

const pieces = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the page writes it so
  ...'<script>|</script>|<svg onload=alert(1)>|<img src=x onerror=alert(1)>|<a href=\'javascript:alert(1)\'>|</a>|<iframe src="//evil">|<style>|</style>|<Card title="<b>" href="javascript:x">|</Card>|<Tabs>|<Tab title=\'"><script>\'>|</Tab>|</Tabs>|<Steps>|<Step>|</Step>|</Steps>|<details open onclick=x>|<summary>|</details>|<table>|<tr>|<td style=x>|</td>|<p>|</p>|<div id="x\' onclick=\'y">|</div>|<pre>|</pre>|<!--|-->|<![CDATA[|]]>|<?php|<X.Y z={`${a}`}>|</X.Y>|{|}|{/*|*/}|{"<b>"}|```|```js title="<i>" {1-9}|~~~|:::|:::note[<b>]|::: code-group|!!! note "<u>"|=== "<u>"|???|{{< tabs >}}|{{% tab name="<b>" %}}|{{< /tab >}}|{% raw %}|> [!NOTE]|> |- |1. |[^1]|[^1]: |[x](javascript:alert(1))|![x](data:text/html,x)|[x]: javascript:y|[x]|<https://a.b>|<javascript:x>|&lt;script&gt;|&#60;|\\<|`|**|_|~~|$|$$|# |## |---|===|\t|    | |\n|\n\n|\u2028|\u0000|\uE000|\uE0001\uE001|\uE0020\uE001|| a | b |\n|---|---||[[a|b]]|:rocket:|:material-x:|import x from \'y\'|export const a = 1|=|"|\'|>|<'.split(
    "|",
  ),
  "| a | b |",
  "|---|---|",
  "onload=",
  "href=",
  "&#106;avascript:",
  "java\nscript:",
  "\u202e",
  "https://a.b/c",
  "http://",
  ")",
  "(",
];

test("no page writes an element, an attribute or an address that is not on the list", () => {
  const texts = array(constantFrom(...pieces), { maxLength: 40 });
  assert(
    property(texts, constantFrom<PageFormat>("md", "mdx"), (parts, format) => {
      expect(faultsIn(render(parts.join(""), format))).toEqual([]);
    }),
    { numRuns: 600 },
  );
  assert(
    property(array(string({ unit: "binary", maxLength: 30 }), { maxLength: 10 }), (parts) => {
      expect(faultsIn(render(parts.join("\n"), "mdx"))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test.each([
  [
    "a table of 100,000 cells",
    `${"| a ".repeat(100)}|\n${"|---".repeat(100)}|\n${`${"| b ".repeat(100)}|\n`.repeat(1_000)}`,
  ],
  ["2 MB of text", "A *word* and `code`, [a link](b.md) and <kbd>K</kbd>.\n\n".repeat(36_000)],
  [
    "deep lists",
    Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
  ],
  ["deep quotes", `${">".repeat(5_000)} a`],
  ["deep components", `${"<Card>\n".repeat(5_000)}a\n${"</Card>\n".repeat(5_000)}`],
  ["components that are never closed", "<Note>\n".repeat(20_000)],
  ["inline tags that are never closed", "<b>".repeat(20_000)],
  ["inline tags, deep", `${"<b>".repeat(20_000)}a${"</b>".repeat(20_000)}`],
  ["directives that are never closed", ":::note\n".repeat(20_000)],
  [
    "admonitions within each other",
    Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth * 4)}!!! note`).join("\n"),
  ],
  ["addresses without an end", "https://a.b/(".repeat(80_000)],
  ["addresses in a row", `${"https://a.b/c_d_(e). ".repeat(20_000)}https://${")".repeat(100_000)}`],
  ["one long line", `<Card>${"a <b>b</b> ".repeat(9_000)}</Card>`],
  ["a fence that is never closed", `\`\`\`js\n${"const a = 1;\n".repeat(50_000)}`],
  [
    "notes that name notes",
    Array.from({ length: 5_000 }, (_, n) => `[^${n}]: a[^${n + 1}]`).join("\n"),
  ],
])("%s is shown and harmless", (_, source) => {
  for (const format of source.length < 1_000_000 ? (["md", "mdx"] as const) : (["md"] as const)) {
    const html = render(source, format);
    expect(html.length).toBeLessThan(60 * source.length + 1_000);
    if (html.length < 200_000) expect(faultsIn(html)).toEqual([]);
  }
});
