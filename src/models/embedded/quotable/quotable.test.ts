import { expect, test } from "vitest";
import { hole } from "./mark-holes.ts";
import { quotable } from "./quotable.ts";

test("component content loses its indentation, code keeps its own", () => {
  const content =
    '<Tabs>\n  <Tab title="npm">\n    ```bash\n    if x\n      y\n    ```\n  </Tab>\n</Tabs>';
  expect(quotable(content).trim()).toBe("###### npm\n\n```bash\nif x\n  y\n```");
});

test("imports, exports and comments are gone", () => {
  const content = 'import X from "x";\n\n{/* note */}\n<!-- a\nb -->\nText.';
  expect(quotable(content).trim()).toBe("Text.");
});

test("tag over several lines is one tag", () => {
  const content = '<Card\n  title="Keys > all"\n  href={link}\n>\n  How keys work.\n</Card>';
  expect(quotable(content).trim()).toBe("###### Keys > all\n\nHow keys work.");
});

test("tags inside code stay", () => {
  const content = "```jsx\n<Note>hi</Note>\n```\n\nUse `<Note>`.";
  expect(quotable(content)).toBe(content);
});

test("callout marks of other dialects are gone", () => {
  expect(quotable(":::note\nText.\n:::\n").trim()).toBe("Text.");
});

test("Windows line ends are read", () => {
  expect(quotable("One.\r\nTwo.")).toBe("One.\nTwo.");
});

test("passage that begins inside a container is read from the margin", () => {
  expect(quotable("    Set the variable.\n\n    ```sh\n    run\n    ```\n\nAfter.")).toBe(
    "Set the variable.\n\n```sh\nrun\n```\n\nAfter.",
  );
});

test("content of tabs and admonitions loses its indentation, their titles stay", () => {
  const content =
    '=== "macOS"\n\n    Run `brew`.\n\n    ```sh\n    brew\n    ```\n\n!!! note\n\n    Mind it.\n';
  expect(
    quotable(content)
      .replace(/\n{2,}/g, "\n")
      .trim(),
  ).toBe("###### macOS\nRun `brew`.\n```sh\nbrew\n```\nMind it.");
});

test("fence that other readers of the page need is no code", () => {
  const content =
    '```mdx-code-block\n<Table name="x">\n```\n\nText.\n\n```mdx-code-block\n</Table>\n```';
  expect(quotable(content).trim()).toBe("Text.");
});

test("picture alone on its line says nothing", () => {
  expect(
    quotable('One.\n\n![a chart](chart.png)\n\n<img src="x.png" alt="a cat">\n\nTwo.').replace(
      /\n+/g,
      " ",
    ),
  ).toBe("One. Two.");
});

test.each([
  ["Use :octicons-check-24: here", "Use  here"],
  ["I :heart: it", "I  it"],
  ["at 10:30:15 sharp", "at 10:30:15 sharp"],
  ["## Heading {#own-id}", "## Heading"],
  ["Attribute lists{ data-preview } follow", "Attribute lists follow"],
  ["a [link][mike] and a [reference] too", "a link and a reference too"],
  ["the __[blog plugin][blog]__ helps", "the __blog plugin__ helps"],
  ["**Settings** \\> **Git**", "**Settings** > **Git**"],
  ["press ++ctrl+c++ now", "press ctrl+c now"],
  ["this is ==marked== text", "this is marked text"],
  ["a note[^1] here", "a note here"],
  ["key\\: value", "key: value"],
  ["one&nbsp;two &amp; three", "one two & three"],
  ["{* ../../src/main.py hl[1] *}", ""],
  ['see <a href="#x" title="#x">`name`</a>', "see `name`"],
  ['a <a id="x" href="#x">#x</a> b', "a  b"],
  ['the <a href="{{< ref "x" >}}">Pod</a> runs', "the Pod runs"],
  ['uses `{{< glossary_tooltip text="replicas" >}}` here', "uses `replicas` here"],
  ["`:icon:` and `{{ x }}` stay", "`:icon:` and `{{ x }}` stay"],
])("%s becomes %s", (content, expected) => {
  expect(quotable(content)).toBe(expected);
});

test.each([
  ["Since {{< skew currentVersion >}} it is so.", false],
  ["Latest is {{ version }}.", false],
  ["You have {count} left.", true],
  ["It was released in <!-- md:version 9 -->, last year.", false],
])("%s has a hole", (content, isMdx) => {
  expect(quotable(content, isMdx)).toContain(hole);
});

test("braces of a plain page are text", () => {
  expect(quotable("GET /nodes/{name}/proxy")).not.toContain(hole);
});

test("code loses the signs of its site", () => {
  const content =
    "```ts twoslash\nimport x\n// ---cut---\n// highlight-next-line\nrun() // (1)!\nstop() // [!code ++]\n```";
  expect(quotable(content)).toBe("```ts twoslash\nrun()\nstop()\n```");
});
