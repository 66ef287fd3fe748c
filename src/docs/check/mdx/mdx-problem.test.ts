import { expect, test } from "vitest";
import { mdxProblem } from "./mdx-problem.ts";

const dialect = { comments: false, headingIds: true };

test.each([
  "# A\n\n<Note>\n  Text with **bold** and <b>tags</b>.\n</Note>\n",
  "import X from './x.mdx'\n\nexport const a = { b: [1, 2] }\n\n<X {...a} c={`}`} />\n",
  "---\ntitle: { a: <b\n---\n\nText\n",
  "## Keys {#keys}\n\n{/* note */} and {1 + 1}\n",
  "<>\n\ntext\n\n</>\n",
  "```\n<A\n{\n```\n\n`{` and `<`\n",
  "> <Note>\n> text\n> </Note>\n\n- <b>x</b>\n",
  "<Tabs>\n  <Tab title='a'>\n    - x\n  </Tab>\n</Tabs>\n",
])("%j is MDX", (source) => {
  expect(mdxProblem(source, dialect)).toBeUndefined();
});

test.each([
  ["# A\n\n<Note>\ntext\n", 3, "<Note> is not closed; write </Note> or <Note />"],
  [
    "a\n\n<A>\n\n> </A>\n",
    5,
    "</A> closes nothing in this quote; put it on a line of its own, like the <A> it belongs to, or remove it",
  ],
  [
    "<div>\n  text</div>\n",
    2,
    "</div> closes nothing in this paragraph; put it on a line of its own, like the <div> it belongs to, or remove it",
  ],
  [
    "</A>\n",
    1,
    "</A> closes nothing here; put it on a line of its own, like the <A> it belongs to, or remove it",
  ],
  [
    "<A>\n<B>\n</A>\n</B>\n",
    3,
    "</A> stands where the <B> of line 2 is still open; write </B> first",
  ],
  ["*<b>a*</b>\n", 1, "<b> is not closed before the emphasis ends; write </b> or <b />"],
  ["text\n\n<!-- x -->\n", 3, "MDX has no <!-- --> comments; write {/* … */}"],
  ["<https://a.example>\n", 1, "MDX has no addresses in <…>; write [text](address)"],
  ["a <5\n", 1, "the < here begins a tag; write \\< or &lt; for a plain less-than sign"],
  [
    "<A b=c>\n",
    1,
    'this tag cannot be read at c; attributes look like name="text" or name={value}, and a plain < is written \\<',
  ],
  ["<A b='c>\n", 2, "the value of an attribute is not closed; add its closing quote"],
  ["<A\n", 2, "a tag is not finished; add its >"],
  [
    "> <A\nb>\n",
    2,
    "this line belongs to a tag in a quote or list; mark or indent it like the first",
  ],
  [
    "one\n\ntwo {three\n\nfour\n",
    3,
    "the { is not closed; add its }, or write \\{ for a plain brace",
  ],
  [
    "{a b}\n",
    1,
    "what stands in {…} is not valid JavaScript (Unexpected content after expression); write \\{ for a plain brace",
  ],
  [
    "import x from 'y'\ntext\n",
    2,
    "only imports and exports may follow here; leave an empty line before the text",
  ],
  [
    "import all of it\n",
    1,
    "this import or export is not valid JavaScript (Unexpected token); text must not begin with the word import or export",
  ],
])("%j is told in line %i", (source, line, message) => {
  expect(mdxProblem(source, dialect)).toEqual({ line, message });
});

test("lines stay where they are behind front matter with Windows' line ends", () => {
  const page = "---\r\ntitle: x\r\n---\r\n\r\n<A>\r\n";
  expect(mdxProblem(page, dialect)?.line).toBe(5);
});

test("heading ids and comments are faults where the generator does not take them", () => {
  expect(mdxProblem("## A {#b}\n", { comments: false, headingIds: false })?.line).toBe(1);
  expect(mdxProblem("<!-- x\n\ny -->\n\n<A>\n", { comments: true, headingIds: false })?.line).toBe(
    5,
  );
});

test("attributes of a directive are no expression", () => {
  expect(mdxProblem(":::info[Title]{.wide #id}\n\nText\n\n:::\n", dialect)).toBeUndefined();
});
