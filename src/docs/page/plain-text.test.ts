import { expect, test } from "vitest";
import { plainText, withoutLinks } from "./plain-text.ts";

test("plain text keeps the words and loses the marks", () => {
  expect(plainText("## A **bold** [link](/x)\n\n- `code`\n- ![alt](y)\n\n<Note>Mind</Note>")).toBe(
    "A bold link\ncode\nalt\nMind",
  );
});

test("links and images become their text and the rest stays line by line", () => {
  const source = [
    "## See [the *guide*](/guide (v2))",
    "",
    "| a | [b](/c) |",
    "|---|---|",
    "1. **Bold** ![picture](p.png) and <b>tag</b>",
    "   - nested [ref][label] and [short][]",
  ].join("\n");
  expect(withoutLinks(source)).toBe(
    [
      "## See the *guide*",
      "",
      "| a | b |",
      "|---|---|",
      "1. **Bold** picture and tag",
      "   - nested ref and short",
    ].join("\n"),
  );
});

test("a picture inside a link leaves its text", () => {
  expect(withoutLinks("[![build](b.svg)](https://x.example)")).toBe("build");
});

test("code keeps its links and tags", () => {
  const source = "`[a](b) <Note>`\n\n```md\n[a](b) <Note>\n```\n\n~~~\n![x](y)\n~~~";
  expect(withoutLinks(source)).toBe(source);
});

test("addresses lose their brackets and definitions disappear", () => {
  expect(withoutLinks("At <https://a.example/b>.\n\n[label]: https://x.example 'T'\n\nEnd")).toBe(
    "At https://a.example/b.\n\n\n\nEnd",
  );
});

test("brackets that are no link stay", () => {
  const source = "- [ ] task [x] a[0][1] [^1] \\[a](b) [open";
  expect(withoutLinks(source)).toBe(source);
});

test("components vanish, their text moves to where they stood", () => {
  expect(withoutLinks("<Note>\n    Careful.\n</Note>")).toBe("\nCareful.\n");
});

test("a link over two lines keeps the line count", () => {
  expect(withoutLinks("[a](\n/b) c\nd")).toBe("a\n c\nd");
});

test("hostile brackets take linear time", () => {
  for (const piece of ["[", "[a](", "![", "](", "[a]["])
    expect(withoutLinks(piece.repeat(50_000))).not.toBe("");
});
