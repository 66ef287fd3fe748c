import { describe, expect, test } from "vitest";
import { answerEvent } from "../../contract/answer-events.ts";
import { bundledEmbedder } from "../../models/vectors/static/embedder.ts";
import type { Passage } from "../../search/hit.ts";
import { createSanitiser } from "./sanitiser.ts";

const { agreement } = bundledEmbedder();
const passages: Passage[] = [
  passage(
    "keys.md",
    "Keys",
    "Run `acme keys create`.\nA key is shown once.\nIt works for 90 days.",
  ),
  passage("install.md", "Install", "Install it with npm.\nIt needs Node.\n\n```\nnpm ci\n```"),
];

describe("links", () => {
  test.each([
    ["See [the keys](/keys#new) first", "See [the keys](https://docs.example/keys#new) first"],
    ["See [the *keys*](/keys).", "See [the *keys*](https://docs.example/keys)."],
    ['See [keys](</keys> "Keys")!', "See [keys](https://docs.example/keys)!"],
    ["Look![keys](/keys)", "Lookkeys"],
    ["Look! [keys](/keys)", "Look! [keys](https://docs.example/keys)"],
    ["<https://docs.example/keys>", "<https://docs.example/keys>"],
    ["At https://docs.example/keys.", "At <https://docs.example/keys>."],
    ["See [evil](http://evil.example).", "See evil."],
    ["See [a [b] c](http://evil.example).", "See a [b] c."],
    ["![a cat](/cat.png) and [![a dog](x)](/keys)", "a cat and [a dog](https://docs.example/keys)"],
    ["[x](/keys) and [y](/none)", "[x](https://docs.example/keys) and y"],
    ["[out [in](/keys)](/keys)", "out [in](https://docs.example/keys)"],
    ["At http://evil.example/a?b=c, now", "At `http://evil.example/a?b=c`, now"],
    ["Write to me@evil.example", "Write to me`@`evil.example"],
    ["<http://evil.example>", "`http://evil.example`"],
    ["[a]: http://evil.example", "[a]\\: `http://evil.example`"],
  ])("%j leaves as %j", (text, expected) => {
    expect(run([text]).text).toBe(expected);
  });
});

test("a link to another host has a query only where the docs have that very address", () => {
  const quoted = "https://forge.example/search?q=docent";
  const own = { ...passage("a.md", "A", `See <${quoted}>.`) };
  const sanitiser = createSanitiser({
    textId: "t",
    passages: [own],
    revision: "rev_1",
    urlOf: () => "",
    allowedUrl: (url) => (url.startsWith("https://forge.example/") ? url : undefined),
    agreement: () => 0,
  });
  sanitiser.push(`${quoted} [a](https://forge.example/x?q=SECRET#b) ${quoted}SECRET`);
  sanitiser.end();
  expect(sanitiser.text()).toBe(
    `<${quoted}> [a](https://forge.example/x#b) <https://forge.example/search>`,
  );
});

describe("what is no link", () => {
  test.each([
    "Use `a < b` and `http://localhost:4040` in **code**, _now_.",
    "```html\n<img src=x>\nhttp://localhost [1]\n```",
    "1. One\n\n   ```sh\n   curl http://localhost\n   ```\n\n2. Two",
    "- [ ] task and [x] done, items[i] and f(x)",
    "| a | b |\n|---|---|\n| `x` | 1 < 2 |",
    "Install @acme/kit with Node.js; edit docs/keys.md, 5 > 3 & C:\\Users",
    "Escaped \\[3\\] and \\*, 1\\. no list, &amp; &lt;b&gt;",
    "> quoted\n\n# Heading #1\n\nA line  \nwith a break\\\nand ~~gone~~ text…",
  ])("%j passes unchanged", (text) => {
    expect(run([text]).text).toBe(text);
    expect(run([...text]).text).toBe(text);
  });

  test.each([
    ["<b>bold</b>", "&lt;b>bold&lt;/b>"],
    ["a ` b", "a \\` b"],
    ["a `b\nc` d", "a `b c` d"],
    ["&#60;b", "&amp;#60;b"],
    ["| a | b |\n|---|---|\n| `x|y` | z |", "| a | b |\n|---|---|\n| `x\\|y` | z |"],
  ])("%j leaves as %j", (text, expected) => {
    expect(run([text]).text).toBe(expected);
  });
});

describe("as it streams", () => {
  test("only what may become a link, a tag or a marker is held back", () => {
    const sanitiser = sanitiserOf();
    const sent = (delta: string) =>
      sanitiser
        .push(delta)
        .map((event) => (event.type === "text-delta" ? event.delta : ""))
        .join("");
    expect(sent("Hello wor")).toBe("Hello wor");
    expect(sent("ld, see [the")).toBe("ld, see ");
    expect(sent(" keys](/ke")).toBe("");
    expect(sent("ys) he")).toBe("[the keys](https://docs.example/keys) he");
    expect(sent("re `co")).toBe("re ");
    expect(sent("de` <")).toBe("`code` ");
    expect(sent("b> ht")).toBe("&lt;b> ");
    expect(sent("e end")).toBe("hte end");
    expect(sent("\n\n```js\nconst a")).toBe("\n\n```js\nconst a");
    expect(sent(" = `<b>`;")).toBe(" = `<b>`;");
  });

  test("what never ends is let go as text", () => {
    const long = "word ".repeat(600);
    expect(run([...`[${long}`]).text).toBe(`\\[${long}`);
    expect(run([`a \`${long}`]).text).toBe(`a \\\`${long}`);
    expect(run([`[a](/k${"x".repeat(3_000)})`]).text).toMatch(/^\[a\]\\\(\/kx+\)$/);
    expect(run([`http://e.example/${"x".repeat(3_000)}`]).text).toMatch(/^`http:[^`]{1900,}`x+$/);
  });
});

describe("markers", () => {
  test("one whose passage says something else is dropped, and its claim is kept behind the others", () => {
    const { text, events, citations } = run([
      "A key is shown once [1]. It works for 30 days [1]. It needs Node [2].",
    ]);
    expect(text).toBe("A key is shown once [1]. It works for 30 days. It needs Node [2].");
    expect(citations.map(({ n, path, supported }) => [n, path, supported])).toEqual([
      [1, "keys.md", true],
      [2, "install.md", true],
      [3, "keys.md", false],
    ]);
    expect(events.filter((event) => event.type === "source-url")).toHaveLength(2);
  });

  test("a passage that is only refused is no source", () => {
    const { text, events, citations, supportedCount } = run(["Bananas are yellow and sweet [1]."]);
    expect(text).toBe("Bananas are yellow and sweet.");
    expect(citations).toMatchObject([{ n: 1, supported: false }]);
    expect(events.some((event) => event.type === "source-url")).toBe(false);
    expect(supportedCount).toBe(0);
  });

  test("passages share a statement when one of them has its last sentence", () => {
    const both = "A key is shown once. Install it with npm";
    expect(run([`${both} [1][2].`]).text).toBe(`${both} [1][2].`);
    expect(run([`${both} [1], [2].`]).text).toBe(`${both} [1][2].`);
    expect(run([`${both} [1].`]).text).toBe(`${both}.`);
  });

  test("a link around a number is a marker", () => {
    expect(run(["It needs Node [2](http://evil.example)."]).text).toBe("It needs Node [1].");
  });

  test("a marker cites the code block above it", () => {
    expect(run(["Run:\n\n```\nnpm ci\n```\n\n[2]"]).text).toBe("Run:\n\n```\nnpm ci\n```\n\n[1]");
    expect(run(["Run:\n\n```\nnpm ci\n``` [2]\nso"]).text).toBe(
      "Run:\n\n```\nnpm ci\n```\n\n[1]\nso",
    );
    expect(run(["Run:\n\n```\nrm -rf /\n```\n\n[2]"]).text).toBe("Run:\n\n```\nrm -rf /\n```\n\n");
  });

  test("text that quotes the docs is not checked", () => {
    expect(run(["Bananas [1]."], true).text).toBe("Bananas [1].");
  });
});

test("every event is in the vocabulary", () => {
  const { events, citations } = run(["A key is shown once [1]. <b> [x](y) It is so [2]."]);
  const all = [...events, { type: "data-citations", id: "citations", data: citations }];
  for (const event of all) expect(answerEvent.safeParse(event).error).toBeUndefined();
});

function passage(path: string, title: string, content: string): Passage {
  const rest = {
    id: path,
    description: "",
    anchor: "",
    laterHeadings: [],
    text: content,
    metadata: {},
  };
  const place = { address: "", baseUrl: "", section: [], startLine: 1, endLine: 9 };
  return { ...rest, ...place, path, title, headings: [], content };
}

function allowedUrl(url: string): string | undefined {
  if (url.startsWith("https://docs.example/")) return url;
  return url.startsWith("/keys") ? `https://docs.example${url}` : undefined;
}

function sanitiserOf(isQuoted = false) {
  const urlOf = (one: Passage) => `https://docs.example/${one.path}`;
  return createSanitiser({
    textId: "t",
    passages,
    revision: "r",
    urlOf,
    allowedUrl,
    agreement,
    isQuoted,
  });
}

function run(deltas: string[], isQuoted = false) {
  const sanitiser = sanitiserOf(isQuoted);
  const events = [...deltas.flatMap((delta) => sanitiser.push(delta)), ...sanitiser.end()];
  const text = events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
  expect(text).toBe(sanitiser.text());
  return {
    events,
    text,
    citations: sanitiser.citations(),
    supportedCount: sanitiser.supportedCount(),
  };
}
