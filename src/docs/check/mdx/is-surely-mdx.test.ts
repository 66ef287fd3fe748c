import { expect, test } from "vitest";
import { processorMs } from "../../../../test/processor-ms.ts";
import { readPage } from "../../page/page.ts";
import { isSurelyMdx } from "./is-surely-mdx.ts";
import { mdxProblem } from "./mdx-problem.ts";

const dialect = { comments: true, headingIds: true };
const isSure = (source: string) => isSurelyMdx(readPage(source, "mdx"), dialect);

test.each([
  "---\ntitle: x\n---\n\n# A\n\nText with `<code>` and `{braces}`.\n",
  'import A from "./a"\nimport { B } from "./b";\n\n<A />\n\nText.\n',
  '<Steps>\n  <Step title="One">\n    Text.\n\n    - item\n    - item\n  </Step>\n</Steps>\n',
  "1. Item\n\n   <Note>\n     Text\n   </Note>\n\n   ```js\n   const a = {};\n   ```\n\n2. Item\n",
  '<Card\n  title="A"\n  cols={2}\n  rows={[{ name: "a", of: [1, 2] }, { name: `b` }]}\n/>\n',
  "Press <kbd>a</kbd> and **b**.\n\n<Note>**Careful:** text.</Note>\n",
  "## Heading {#id}\n\n{/* a note */}\n\n<!-- another -->\n\nA \\< and \\{ here\\\nand there.\n",
])("%j needs no parser", (source) => {
  expect(isSure(source)).toBe(true);
  expect(mdxProblem(source, dialect)).toBeUndefined();
});

test.each([
  "<A>\n\nText\n",
  "</A>\n",
  "<A>\n<B>\n</A>\n</B>\n",
  "- item <b>\n- </b>\n",
  "- item\n\n  <A>\n\n</A>\n",
  "**a <b>c** d</b>\n",
  "<A>**b</A>\nc**\n",
  "a < b\n",
  "a {b\n",
  "{1 +}\n",
  "<A b={1 +} />\n",
  'import A from "a"\nimport A from "b"\n',
  'import A from "a"\nText\n',
  "> <A>\n",
  "- a\n\n  ```\n  b\n{\n  ```\n",
  "<https://example.com>\n",
])("%j is left to the parser", (source) => {
  expect(isSure(source)).toBe(false);
});

test("what is taken for sure is valid, whatever the pieces are put together", () => {
  const pieces = ["<A>", "</A>", "<B/>", "text", "**", "`", "- ", "1. ", "> ", "</A>", "#"];
  const joints = ["\n", "\n", "\n\n", " ", "\n  ", "\n   ", ""];
  let state = 1;
  const pick = (from: string[]) => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length] ?? "";
  };
  let sure = 0;
  for (let count = 0; count < 8_000; count += 1) {
    let source = "";
    for (let length = 0; length < 7; length += 1) source += pick(pieces) + pick(joints);
    if (!isSure(source)) continue;
    sure += 1;
    expect([source, mdxProblem(source, dialect)]).toEqual([source, undefined]);
  }
  expect(sure).toBeGreaterThan(300);
});

test.each([
  ["<a b ".repeat(100_000)],
  ["<A>\n".repeat(100_000)],
  ["- ".repeat(200_000)],
  ["`".repeat(400_000)],
  [`<A b={${"[".repeat(400_000)}`],
  ["<A b={".repeat(60_000)],
  [`<A${" \n".repeat(200_000)}`],
  ["{/*".repeat(150_000)],
])("a hostile page costs little", (source) => {
  const page = readPage(source, "mdx");
  expect(page.regions.length).toBeGreaterThan(0);
  const spent = processorMs();
  isSurelyMdx(page, dialect);
  expect(spent()).toBeLessThan(1_000);
});
