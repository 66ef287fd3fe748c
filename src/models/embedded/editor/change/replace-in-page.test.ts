import { expect, test } from "vitest";
import { replaceInPage, replaceInText } from "./replace-in-page.ts";
import { termMatcher } from "./term-matcher.ts";

const plain = { isCode: false, inCode: false };
const replaced = (source: string, from: string, to: string, options = plain) =>
  replaceInPage(source, "mdx", termMatcher({ from, to, ...options })).text;

test("the term is replaced as a word, with a capital where it had one", () => {
  expect(replaced("A widget. Widget! widgets, rewidget, WIDGET", "widget", "gadget")).toBe(
    "A gadget. Gadget! widgets, rewidget, WIDGET",
  );
});

test("a term with a capital is found only as it is spelled", () => {
  expect(replaced("Acme and acme", "Acme", "Nova")).toBe("Nova and acme");
});

test("several words match over a line end and in title case", () => {
  expect(replaced("An access\ntoken. Access Token", "access token", "api key")).toBe(
    "An api key. Api Key",
  );
});

test("code and addresses stay, link texts and titles of components change", () => {
  const source =
    '`widget` [widget](/widget#widget) https://a.dev/widget widget.md a-widget-b <Card title="A widget" icon="widget" />\n\n```\nwidget\n```\n';
  const result = replaceInPage(
    source,
    "mdx",
    termMatcher({ from: "widget", to: "gadget", ...plain }),
  );
  expect(result.text).toBe(
    source.replace("[widget]", "[gadget]").replace('title="A widget"', 'title="A gadget"'),
  );
  expect(result).toMatchObject({ changed: 2, spared: 7 });
});

test("code changes too when it is asked for, addresses still do not", () => {
  const options = { isCode: true, inCode: true };
  expect(replaced("`foo()` foo() [x](foo())", "foo()", "bar()", options)).toBe(
    "`bar()` bar() [x](foo())",
  );
});

test("an address is replaced wherever it stands", () => {
  expect(
    replaced("[a](https://old.dev/x) `https://old.dev`", "https://old.dev", "https://new.dev"),
  ).toBe("[a](https://new.dev/x) `https://new.dev`");
});

test("emphasis with underscores is no part of a word", () => {
  expect(replaced("_key_ and api_key", "key", "token")).toBe("_token_ and api_key");
});

test("the article before the term follows it", () => {
  expect(replaced("An assistant key, an [assistant key](/x)", "assistant key", "public key")).toBe(
    "A public key, a [public key](/x)",
  );
  expect(replaced("a key", "key", "access token")).toBe("an access token");
});

test("front matter keeps its form and only shown values change", () => {
  const source =
    "---\r\ntitle: The widget # no\r\ndescription: 'It''s a widget'\r\nslug: widget\r\nsidebarTitle: widget\r\nsummary: >-\r\n  A widget\r\n---\r\n\r\nwidget\r\n";
  expect(replaced(source, "widget", "gadget: one")).toBe(
    "---\r\ntitle: The widget # no\r\ndescription: 'It''s a gadget: one'\r\nslug: widget\r\nsidebarTitle: \"gadget: one\"\r\nsummary: >-\r\n  A gadget: one\r\n---\r\n\r\ngadget: one\r\n",
  );
});

test("replacement text is taken literally", () => {
  expect(replaceInText("a widget", termMatcher({ from: "widget", to: "$& $1", ...plain }))).toBe(
    "a $& $1",
  );
  expect(replaced("a (b) [c]", "(b) [c]", "d", { isCode: true, inCode: true })).toBe("a d");
});

test("longer words that hold the term are named", () => {
  const { forms } = replaceInPage(
    "widgets, superwidget",
    "md",
    termMatcher({ from: "widget", to: "x", ...plain }),
  );
  expect([...forms]).toEqual(["widgets", "superwidget"]);
});
