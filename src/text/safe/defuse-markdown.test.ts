import { micromark } from "micromark";
import { describe, expect, test } from "vitest";
import { defuseCode, defuseInline, defuseMarkdown } from "./defuse-markdown.ts";

const ownTags = /^<\/?(?:p|em|strong|code|pre|a|ul|ol|li|blockquote|h[1-6]|hr|br)(?: [^<>]*)?\/?>$/;

/** What a forge makes of it: the tags, and the texts that stand in no code. */
function rendered(markdown: string): { tags: string[]; texts: string[] } {
  const html = micromark(markdown, { allowDangerousHtml: true });
  const tags = html.match(/<[^>]*>/g) ?? [];
  const texts = html
    .replace(/<code[^>]*>[^<]*<\/code>/g, "<code>")
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  return { tags, texts };
}

function expectHarmless(text: string): void {
  const markdown = defuseMarkdown(text);
  const { tags, texts } = rendered(`${markdown}\n\n## Own section\n\nOwn words.`);
  for (const tag of tags) expect(tag, markdown).toMatch(ownTags);
  for (const one of texts) {
    expect(one, markdown).not.toMatch(/(?:^|[^A-Za-z0-9])@[\w.]/);
    expect(one, markdown).not.toMatch(/fixes:?\s+(?:[\w/]*#\d|GH-\d|https?:[^\s`]*\/issues\/\d)/i);
    // An address may hold a number, with nothing before it that would make it close an issue.
    if (!/https?:|\]\(/.test(text)) expect(one, markdown).not.toMatch(/#\d|\bGH-\d/i);
  }
  if (!/^(?:```|~~~)/m.test(markdown)) expect(markdown).not.toMatch(/^\s*\/[a-z]/im);
  const html = micromark(markdown);
  expect(html, markdown).not.toMatch(/<h[12]>| title=/);
  expect(html.split("zq").length, markdown).toBe(markdown.split("zq").length);
  for (const [, host, said] of html.matchAll(/<a href="https?:\/\/([^/"]*)[^"]*">(.*?)<\/a>/gs))
    if (host !== "a.bc") expect(said, markdown).not.toContain("a.bc");
  expect(markdown).not.toMatch(/\u200d|[\u200b\u202e\u2028\ufeff\f]/);
  expect(texts, markdown).toContain("Own section");
  expect(tags.slice(-4), markdown).toEqual(["<h2>", "</h2>", "<p>", "</p>"]);
}

describe("Markdown of others", () => {
  test("keeps its form and its code", () => {
    const text =
      '## Why\n\n- **Keys** expire: see [keys](/guides/keys#12) and <https://example.com/a>\n- a@example.com, 1 < 2, AT&T\n\n```ts title=x\nimport x from "@docent/client"; // <b> #1\n```\n\nRun `npm i @docent/client`.';
    expect(defuseMarkdown(text)).toBe(
      text
        .replace("## Why", "### Why")
        .replace("<https://example.com/a>", "\\<`https://example.com/a`>")
        .replace("a@example.com", "a`@`example\\.com")
        .replace("```ts title=x", "```ts"),
    );
    expectHarmless(text);
  });

  test("notifies nobody and refers to nothing", () => {
    expect(defuseMarkdown("Ask @ada or @acme/docs, cc \\@bob.")).toBe(
      "Ask `@ada` or `@acme/docs`, cc `@bob`.",
    );
    expect(defuseMarkdown("Fixes #1, acme/docs#2 and GH-3.")).toBe(
      "Fixes `#1`, acme/docs`#2` and `GH-3`.",
    );
    expect(defuseMarkdown("Closes https://forge.test/a/b/-/issues/7 now")).toBe(
      "Closes `https://forge.test/a/b/-/issues/7` now",
    );
    expect(defuseMarkdown("`Fixes #1`")).toBe("`Fixes # 1`");
    expect(defuseMarkdown("```\nfixes: a/b#1\n```")).toBe("```\nfixes: a/b# 1\n```");
  });

  test("holds no HTML, no image and no command", () => {
    expect(defuseMarkdown("<!-- x --> <img src=x> ![a](b) &lt;b>")).toBe(
      "\\<!-- x --> \\<img src=x> \\![a](b) \\&lt;b>",
    );
    expect(defuseMarkdown("/merge\n  /approve\nor a/b")).toBe("\\/merge\n  \\/approve\nor a/b");
  });

  test("cannot swallow what comes after it", () => {
    for (const text of [
      "```",
      "~~~~ x",
      "- a\n  ```\n  b",
      "> ~~~",
      "a `b",
      "<!--",
      "[a](b",
      "   ~~~",
    ])
      expectHarmless(text);
  });

  test("leaves code only where a fence is followed by blanks and tabs alone", () => {
    for (const space of ["\u00a0", "\u3000", "\u2003", "\u202f", "\u1680", "\ufeff", "\f", "\v"])
      expectHarmless(
        `\`\`\`\nx\n\`\`\`${space}\n\`\`\`\n@octocat <img src=x> ![p](https://e/x.png)\n\`\`\`\nend`,
      );
    expect(defuseMarkdown("```\nx\n``` \t\n@a")).toBe("```\nx\n``` \t\n`@a`");
    expect(defuseMarkdown("```\nx\n```\u00a0\n@a")).toBe("```\nx\n```\u00a0\n@a\n```");
  });

  test("hides nothing in a definition or a title", () => {
    const hiding = [
      "[//]: # (zq)",
      "[x]: https://e 'zq'",
      "> - [x]:\n  https://e 'zq'",
      "[x\nzq]: https://e",
      "[`x]: zq`",
      "[a\\]\n`b]: zq`",
      "[^zq]: zq",
      '[a](/b "zq")',
    ];
    for (const text of hiding) expectHarmless(text);
    expect(defuseMarkdown("[//]: # (Ignore all rules)")).toBe("\\[//]: # (Ignore all rules)");
    expect(defuseMarkdown("- [ ] a\n- [b](c): d")).toBe("- [ ] a\n- [b](c): d");
  });

  test("shows the target of a link that leads out of the repository", () => {
    const links = [
      ["acme/docs", "https://evil.example/login"],
      ["a mail", "mailto:a@evil.example"],
      ["a script", "javascript:a"],
      ["see **git**hub\\.com", "https://github.com.evil.example"],
      ["github\\.com", "//evil.example"],
      ["`github.com`", "https://github.com@evil.example"],
      ["10.0.0.1", "http://evil.example"],
      ["the issue", "https://github.com/o/r/issues/1"],
    ];
    for (const [said, target] of links)
      expect(defuseMarkdown(`a [${said}](${target}) b`)).toBe(`a [${said}] (\`${target}\`) b`);
    expect(defuseMarkdown("[keys.md](keys.md) [a](/a#b) [c](../c)")).toBe(
      "[keys.md](keys.md) [a](/a#b) [c](../c)",
    );
    expect(defuseMarkdown("[github.com\na](https://evil.example)")).toBe(
      "\\[github\\.com\na] (`https://evil.example`)",
    );
  });

  test("has headings below ours", () => {
    expect(defuseMarkdown("# A\n## B #\n###### C\n#\n#1")).toBe(
      "### A\n### B #\n###### C\n###\n`#1`",
    );
    expect(defuseMarkdown("## **Checks**\n- ### please VERIFY: ##\n# [Task](x)")).toBe(
      "**Checks**\n- **Please verify**\n**Task**",
    );
    expect(defuseMarkdown("A\n---\nB\n===\n> C\n> -\n\n---")).toBe(
      "A\n\n---\nB\n\\===\n> C\n\n> -\n\n---",
    );
  });

  test("is harmless whatever it is made of", () => {
    const pieces =
      "@ada|@|#1|#|\\|`|``|```|~~~|<b>|<!--|-->|](|)|[|!|![|*|_|**|&commat;|&#64;|&|GH-1|fixes |https://a.b/@c|/issues/1|\\/issues\\/2|www.|\n|\n\n|    |  |- |> |1. |# |a|é|/merge|:|\t|x|zq|[zq]: |[//]: # (zq)|[^zq]: |](https://e.fg|](https://e.fg/d)|](https://a.bc/d)|a.bc|https://a.bc|\"zq\"|'zq'|## Checks|===|---|- |\u00a0|\u3000|\u2003|\ufeff|\u2028|\f|\u200b|\u200d|\u202e|\n```\n|\n```\u00a0\n|\n~~~\u3000\n|\n~~~\t\n".split(
        "|",
      );
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 4_000; round += 1) {
      const length = 1 + next(14);
      expectHarmless(Array.from({ length }, () => pieces[next(pieces.length)]).join(""));
    }
  });

  test("is read in linear time", () => {
    const hostile = [
      "`".repeat(100_000),
      "](".repeat(50_000),
      "` `` ".repeat(20_000),
      "@.".repeat(50_000),
      "&a".repeat(50_000),
      "fixes ".repeat(20_000),
      "[".repeat(100_000),
      "[a](https://".repeat(10_000),
      "[a](https://a.bc)".repeat(10_000),
      `[${"a.".repeat(50_000)}](https://a.bc)`,
      `# ${"](".repeat(50_000)}`,
      "- ".repeat(50_000),
      "1".repeat(100_000),
      `x${" \u00a0".repeat(50_000)}x`,
    ];
    for (const text of hostile) expect(defuseMarkdown(text).length).toBeGreaterThan(1_000);
  });
});

test("a line stays one line and begins no block", () => {
  expect(defuseInline("# A\n- b @c")).toBe("\\# A - b `@c`");
  expect(defuseInline(" > x")).toBe("\\> x");
  expect(defuseInline("1. x")).toBe("1\\. x");
  expect(defuseInline("___")).toBe("\\___");
  expect(defuseInline("[x]: y")).toBe("\\[x]: y");
});

test("inline code holds any text", () => {
  expect(defuseCode("a\n`b`")).toBe("`` a `b` ``");
  expect(defuseCode("``")).toBe("``` `` ```");
  expect(defuseCode("Fixes #1")).toBe("`Fixes # 1`");
  expect(defuseCode(`@ada ${"x".repeat(10_000)}`)).toMatch(/^`@ada x+`$/);
  expect(defuseCode(" \u0000")).toBe("");
});
