import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { randomOf } from "../../../test/random-of.ts";
import { noBlocks, readLine } from "./read-line.ts";

describe("what lies in a fence", () => {
  test.each([
    ["plain text", "text"],
    ["```js\nitems", "fence-open code"],
    ["```js\nitems\n```\nafter", "fence-open code fence-close text"],
    ["````md\n```\ninner\n````\nafter", "fence-open code code fence-close text"],
    ["~~~\n```\n~~~", "fence-open code fence-close"],
    ["10. Step:\n\n    ```sh\n    run\n    ```", "text text fence-open code fence-close"],
    ["- ```sh\n  run\n  ```", "fence-open code fence-close"],
    ["- ```sh\n  run\nout of the item", "fence-open code text"],
    ["```inline``` is no fence", "text"],
    ["```a|b\n---|---\nx|y", "text text text"],
    ["    ```\ntext", "text text"],
    ["> ```\n> code", "text text"],
    ["> quoted\n\n```\ncode", "text text fence-open code"],
    ["```\n    ```\n```", "fence-open code fence-close"],
    ["```\n```\u00a0\n```", "fence-open code fence-close"],
  ])("%j", (text, expected) => {
    expect(kindsOf(text.split("\n")).join(" ")).toBe(expected);
  });
});

test("a renderer sees the same code in thousands of made-up documents", () => {
  const signs =
    "- |* |1. |2. |10) |> |>|  |   |    |\t|a|foo bar|```|````|~~~|```js|# h|---|===|¦ a ¦ b ¦|¦---¦---¦|--¦--|-|x ¦ y|\u00a0||";
  const pieces = signs.split("|").map((sign) => sign.replaceAll("¦", "|"));
  const random = randomOf(20_250_101);
  const parser = new MarkdownIt();
  for (let count = 0; count < 6_000; count += 1) {
    const lines = escaped(
      Array.from({ length: 1 + random(8) }, () =>
        Array.from({ length: random(5) }, () => pieces[random(pieces.length)] ?? "").join(""),
      ),
    );
    const seen = new Set<number>();
    for (const { type, map } of parser.parse(lines.join("\n"), {})) {
      for (let at = map?.[0] ?? 0; type === "fence" && at < (map?.[1] ?? 0); at += 1) seen.add(at);
    }
    const ours = kindsOf(lines).map((kind) => kind !== "text");
    const isTelling = (line: string) => /[^ \t]/.test(line);
    const doubtful = lines.findIndex((line, at) => isTelling(line) && ours[at] !== seen.has(at));
    expect(doubtful === -1 ? "" : lines.join("\n")).toBe("");
  }
});

test("a megabyte on one line takes no more than its length", () => {
  for (const sign of ["-", "- ", "* ", "`", " ", "\t", "1. ", "|-"]) {
    readLine({ ...noBlocks, leaf: "paragraph" }, `${sign.repeat(300_000)}x`);
  }
});

function kindsOf(lines: string[]): string[] {
  let blocks = noBlocks;
  return lines.map((line) => {
    const { kind, after } = readLine(blocks, line);
    blocks = after;
    return kind;
  });
}

/** The lexer escapes a run of backticks or tildes that it does not take for a fence. */
function escaped(lines: string[]): string[] {
  const done: string[] = [];
  for (const line of lines) {
    const isText = kindsOf([...done, line]).at(-1) === "text";
    done.push(isText && /`{3}|~{3}/.test(line) ? line.replace(/[`~]/g, "\\$&") : line);
  }
  return done;
}
