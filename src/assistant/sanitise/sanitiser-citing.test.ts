import { expect, test } from "vitest";
import type { Passage } from "../../search/hit.ts";
import { createSanitiser } from "./sanitiser.ts";

/** A sanitiser that takes every marker for right and lets every address of the web through. */
function createCiter(
  options: Pick<
    Parameters<typeof createSanitiser>[0],
    "textId" | "passages" | "revision" | "urlOf"
  >,
) {
  return createSanitiser({
    ...options,
    allowedUrl: (url) => (/^https?:\/\//i.test(url) ? url : undefined),
    agreement: () => 0,
    isQuoted: true,
  });
}

const passages: Passage[] = [
  passage("keys.md", "Keys", ["Create"], "Run acme keys create.\nA key is shown once."),
  passage("install.md", "Install", [], "Install it with npm.\nIt needs Node."),
  passage("keys.md", "Keys", ["Create"], "Revoke a key at once."),
];

test("a statement's marker becomes a number, a source and a citation", () => {
  const { events, text, citations } = run(["A key is shown once [1]."]);
  expect(text).toBe("A key is shown once [1].");
  expect(citations).toEqual([
    {
      n: 1,
      path: "keys.md",
      title: "Keys",
      heading: "Create",
      url: "https://docs.example/keys.md",
      startLine: 2,
      endLine: 2,
      quote: "A key is shown once.",
      revision: "rev_1",
      supported: true,
    },
  ]);
  expect(events.filter((event) => event.type === "source-url")).toEqual([
    {
      type: "source-url",
      sourceId: "source-1",
      url: "https://docs.example/keys.md",
      title: "Keys: Create",
    },
  ]);
});

test("numbers follow the order of first use, not that of the passages", () => {
  const { text, citations } = run(["It needs Node [2]. A key is shown once [1]."]);
  expect(text).toBe("It needs Node [1]. A key is shown once [2].");
  expect(citations.map(({ n, path }) => [n, path])).toEqual([
    [1, "install.md"],
    [2, "keys.md"],
  ]);
});

test("the same lines get the same number, other lines of the passage another", () => {
  const { text, citations } = run([
    "A key is shown once [1]. It needs Node [2]. Again: a key is shown once [1]. Run acme keys create [1].",
  ]);
  expect(text.match(/\[\d\]/g)).toEqual(["[1]", "[2]", "[1]", "[3]"]);
  expect(citations).toHaveLength(3);
});

test("an address is a source once, whichever passages it comes from", () => {
  const { events } = run(["A key is shown once [1]. Revoke a key at once [3]. It needs Node [2]."]);
  const sources = events.filter((event) => event.type === "source-url");
  expect(sources.map((event) => event.sourceId)).toEqual(["source-1", "source-2"]);
});

test("numbers of no passage are dropped with the space before them", () => {
  const { text, citations } = run(["One [9] two[0] three [1234]. Four [0, 99]."]);
  expect(text).toBe("One two three. Four.");
  expect(citations).toEqual([]);
});

test("a marker with no statement before it is dropped", () => {
  expect(run(["[1] ", "[2] It needs Node [2]"]).text).toBe(" It needs Node [1]");
});

test("two markers in a row cite one statement twice", () => {
  for (const markers of ["[1][2]", "[1] [2]", "[1, 2]", "[1,2]", "[1]. [2]"]) {
    const { text, citations } = run([`A key is shown once. It needs Node ${markers}`]);
    expect(text.match(/\[\d\]/g)).toEqual(["[1]", "[2]"]);
    expect(citations.map(({ path, startLine }) => [path, startLine])).toEqual([
      ["keys.md", 2],
      ["install.md", 2],
    ]);
  }
  expect(run(["It needs Node [2][2] [2]"]).text).toBe("It needs Node [1]");
});

test("brackets inside code are code", () => {
  const code = "Use `items[1]` so:\n\n```js\nitems[1] = list[2];\n```\n\nIt needs Node [2].";
  const { text, citations } = run([code]);
  expect(text).toBe(code.replace("[2].", "[1]."));
  expect(citations).toHaveLength(1);
});

test("a marker on the line that closes a code block moves below it", () => {
  const { text } = run(["```\nInstall it with npm.\n``` [2]\nIt needs Node [2]."]);
  expect(text).toBe("```\nInstall it with npm.\n```\n\n[1]\nIt needs Node [2].");
});

test("however the text is cut into pieces, the reader gets the same", () => {
  const whole =
    "Intro [1] text.\n\n- [ ] task [2]\n\n`a[1]` [1, 2] x [77] y [3]\n```\n[1]\n```\nA key is shown once [1].  End [";
  const expected = run([whole]);
  for (let size = 1; size < 9; size++) {
    const pieces = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
    const { text, citations } = run(pieces);
    expect(text).toBe(expected.text);
    expect(citations).toEqual(expected.citations);
  }
});

test("what is sent is what is recorded, and nothing is held back but a possible marker", () => {
  const citer = citerOf();
  expect(citer.push("Hello wor")).toEqual([{ type: "text-delta", id: "t", delta: "Hello wor" }]);
  expect(citer.push("ld [1")).toEqual([{ type: "text-delta", id: "t", delta: "ld" }]);
  expect(citer.push("2x] ")).toEqual([{ type: "text-delta", id: "t", delta: " [12x]" }]);
  expect(citer.push("")).toEqual([]);
  expect(citer.push("y")).toEqual([{ type: "text-delta", id: "t", delta: " y" }]);
  expect(citer.end()).toEqual([]);
  expect(citer.text()).toBe("Hello world [12x] y");
});

test("quotation from a later section of its passage leads to that section", () => {
  const cookies: Passage = {
    ...passage(
      "cookie.md",
      "Cookies",
      ["setCookie"],
      "## setCookie\nWrites one.\n## getCookie\nReads one.",
    ),
    anchor: "setcookie",
    laterHeadings: [{ line: 3, heading: "getCookie", anchor: "getcookie" }],
  };
  const citer = createCiter({
    textId: "t",
    passages: [cookies],
    revision: "rev_1",
    urlOf: ({ path, anchor }) => `https://docs.example/${path}#${anchor}`,
  });
  citer.push("Reads one. [1] Writes one. [1]");
  citer.end();
  expect(citer.citations()).toMatchObject([
    { heading: "getCookie", url: "https://docs.example/cookie.md#getcookie", startLine: 4 },
    { heading: "setCookie", url: "https://docs.example/cookie.md#setcookie", startLine: 2 },
  ]);
});

test("an answer of many markers takes bounded time", () => {
  run(Array.from({ length: 5_000 }, () => "It needs Node [2]. `x` "));
});

function passage(path: string, title: string, headings: string[], content: string): Passage {
  const rest = {
    id: content,
    description: "",
    anchor: "",
    laterHeadings: [],
    text: content,
    metadata: {},
    address: "",
    baseUrl: "",
    section: [],
  };
  return { ...rest, path, title, headings, content, startLine: 1, endLine: 9 };
}

function citerOf() {
  return createCiter({
    textId: "t",
    passages,
    revision: "rev_1",
    urlOf: (one) => `https://docs.example/${one.path}`,
  });
}

function run(pieces: string[]) {
  const citer = citerOf();
  const events = [...pieces.flatMap((piece) => citer.push(piece)), ...citer.end()];
  const text = events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
  expect(text).toBe(citer.text());
  return { events, text, citations: citer.citations() };
}
