import { expect, test } from "vitest";
import type { MarkdownNode } from "../../shared/markdown/markdown-node.ts";
import { parseMarkdown } from "./parse-markdown.ts";

test("markers become nodes of their own, in text only", () => {
  expect(parseMarkdown("Use it [1][12]. `a[2]`")).toEqual([
    element("p", [
      { type: "text", text: "Use it" },
      { type: "marker", number: 1, gap: " ", tail: "" },
      { type: "marker", number: 12, gap: "", tail: "." },
      { type: "text", text: " " },
      { type: "code", text: "a[2]" },
    ]),
  ]);
});

test.each(["javascript:alert(1)", "data:text/html,x", "/relative", "vbscript:x", "//host/x"])(
  "a link to %s is text",
  (href) => {
    expect(JSON.stringify(parseMarkdown(`[x](${href})`))).not.toContain('"link"');
  },
);

test("a link to the web is kept", () => {
  expect(parseMarkdown("[x](https://acme.com/a)")).toEqual([
    element("p", [
      { type: "link", href: "https://acme.com/a", children: [{ type: "text", text: "x" }] },
    ]),
  ]);
});

test("HTML is text and an image is its description", () => {
  expect(parseMarkdown("<img src=x onerror=y> ![alt](https://a.com/i.png)")).toEqual([
    element("p", [
      { type: "text", text: "<img src=x onerror=y> " },
      { type: "text", text: "alt" },
    ]),
  ]);
});

test("items of a tight list stand without paragraphs", () => {
  expect(parseMarkdown("3. a\n4. b")).toEqual([
    {
      type: "element",
      tag: "ol",
      start: 3,
      children: [
        element("li", [{ type: "text", text: "a" }]),
        element("li", [{ type: "text", text: "b" }]),
      ],
    },
  ]);
});

test("deep nesting neither fails nor takes long", () => {
  const started = performance.now();
  parseMarkdown(`${"> ".repeat(5_000)}x\n\n${"[".repeat(20_000)}`);
  expect(performance.now() - started).toBeLessThan(2_000);
});

function element(tag: "p" | "li", children: MarkdownNode[]): MarkdownNode {
  return { type: "element", tag, start: 1, children };
}
