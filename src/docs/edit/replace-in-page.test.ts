import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { replaceInPage, replaceInSettings, type TermPart, termParts } from "./replace-in-page.ts";
import { termMatcher } from "./term-matcher.ts";

const usual = termParts.filter((part) => part !== "code");
const result = (source: string, from: string, to: string, parts: readonly TermPart[] = usual) =>
  replaceInPage(source, "mdx", {
    matcher: termMatcher({ from, to, isExact: false }),
    parts: new Set(parts),
  });
const replaced = (...given: Parameters<typeof result>) => result(...given).text;

test("the term is replaced as a word, with a capital where it had one", () => {
  expect(replaced("A widget. Widget! widgets, rewidget, WIDGET", "widget", "gadget")).toBe(
    "A gadget. Gadget! widgets, rewidget, WIDGET",
  );
});

test("a term with a capital, or with its case matched, is found only as it is spelled", () => {
  expect(replaced("Acme and acme", "Acme", "Nova")).toBe("Nova and acme");
  const matcher = termMatcher({ from: "third-party", to: "other", isExact: true });
  expect(
    replaceInPage("Third-party, third-party", "md", { matcher, parts: new Set(usual) }).text,
  ).toBe("Third-party, other");
});

test("words joined by a hyphen match in title case too", () => {
  expect(replaced("Dependency Pre-Bundling", "dependency pre-bundling", "late binding")).toBe(
    "Late Binding",
  );
});

test("several words match over a line end and in title case", () => {
  expect(replaced("An access\ntoken. Access Token", "access token", "api key")).toBe(
    "An api\nkey. Api Key",
  );
});

test("code and addresses stay, link texts and titles of components change", () => {
  const source =
    '`widget` [widget](/widget#widget) https://a.dev/widget widget.md a-widget-b <Card title="A widget" icon="widget" />\n\n```\nwidget\n```\n';
  const done = result(source, "widget", "gadget");
  expect(done.text).toBe(
    source.replace("[widget]", "[gadget]").replace('title="A widget"', 'title="A gadget"'),
  );
  expect(done.changed).toBe(2);
  expect(done.left).toMatchObject({ code: 2, address: 3, name: 2 });
});

test("code changes too when it is asked for, but not inside other names, and addresses do not", () => {
  expect(replaced("`foo()` foo() [x](foo()) `_foo()`", "foo()", "bar()", termParts)).toBe(
    "`bar()` bar() [x](foo()) `_foo()`",
  );
});

test("a folder of that very name is meant where code is asked for", () => {
  const parts = new Set(["prose", "code"] as const);
  const matcher = termMatcher({ from: "my-repo", to: "acme-repo", isExact: false });
  const source = "In `./my-repo` run `my-repo-tool`.";
  expect(replaceInPage(source, "mdx", { matcher, parts }).text).toBe(
    "In `./acme-repo` run `my-repo-tool`.",
  );
});

test("the term joined by a hyphen, or without one, is another spelling and is told", () => {
  const done = result("## RPC-mode\n\nIn RPC mode.\n", "RPC mode", "RPC style");
  expect(done.text).toBe("## RPC-mode\n\nIn RPC style.\n");
  expect([...done.forms]).toEqual(["RPC-mode"]);
  const hyphened = result("A third-party tool of a third party.", "third party", "third-party");
  expect(hyphened.text).toBe("A third-party tool of a third-party.");
  expect([...hyphened.forms]).toEqual([]);
});

test("headings are a part of their own", () => {
  const source = "# A widget\n\nA widget.\n\nWidget two\n---\n";
  expect(replaced(source, "widget", "gadget", ["headings"])).toBe(
    "# A gadget\n\nA widget.\n\nGadget two\n---\n",
  );
  expect(replaced(source, "widget", "gadget", ["prose"])).toBe(
    "# A widget\n\nA gadget.\n\nWidget two\n---\n",
  );
});

test("a whole heading is told from one that only begins with it", () => {
  const matcher = termMatcher({ from: "Install", to: "Set up", isExact: true, isWhole: true });
  const source = "## Install\n\n## Install on a Mac\n\n## Install {#own}\n";
  expect(replaceInPage(source, "md", { matcher, parts: new Set(["headings"]) }).text).toBe(
    "## Set up\n\n## Install on a Mac\n\n## Set up {#own}\n",
  );
});

test("an address is replaced wherever it stands", () => {
  expect(
    replaced(
      "[a](https://old.dev/x) `https://old.dev`",
      "https://old.dev",
      "https://new.dev",
      termParts,
    ),
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

test("front matter keeps its form, shown values change and the rest is counted", () => {
  const source =
    "---\r\ntitle: The widget # no\r\ndescription: 'It''s a widget'\r\nslug: widget\r\nsidebarTitle: widget, big\r\nkeywords: [widget, 'b']\r\nsummary: >-\r\n  A widget\r\n---\r\n\r\nwidget\r\n";
  const done = result(source, "widget", "gadget: one");
  expect(done.text).toBe(
    "---\r\ntitle: \"The gadget: one\" # no\r\ndescription: 'It''s a gadget: one'\r\nslug: widget\r\nsidebarTitle: \"gadget: one, big\"\r\nkeywords: [\"gadget: one\", 'b']\r\nsummary: >-\r\n  A gadget: one\r\n---\r\n\r\ngadget: one\r\n",
  );
  expect(result("---\ntitle: a widget, big\n---\n", "widget", "cog").text).toBe(
    "---\ntitle: a cog, big\n---\n",
  );
  expect(done.left["front-matter"]).toBe(1);
  expect(replaced(source, "widget", "x", ["prose"]).startsWith(source.slice(0, -10))).toBe(true);
});

test("replacement text is taken literally, and so is the term", () => {
  expect(replaced("a widget", "widget", "$& $1")).toBe("a $& $1");
  expect(replaced("a (b|c) b", "(b|c)", "d")).toBe("a d b");
});

test("longer words and other spellings that hold the term are named", () => {
  const { forms } = result("widgets, superwidget, WIDGET", "widget", "x");
  expect([...forms]).toEqual(["widgets", "superwidget", "WIDGET"]);
});

test("what previews show of a page is text of its front matter", () => {
  const matcher = termMatcher({ from: "widget", to: "gadget", isExact: false });
  const head = (text: string) =>
    `---\nhead:\n  - [\n      'meta',\n      {\n        property: 'og:description',\n        content: '${text}',\n      },\n    ]\n  - - meta\n    - name: widget\n      content: widget\n---\n\nx\n`;
  const parts = new Set(["front-matter"] as const);
  const done = replaceInPage(head("A widget for all."), "md", { matcher, parts });
  expect(done.text).toBe(head("A gadget for all."));
});

test("of settings the titles change, not ids, addresses or what code makes", () => {
  const matcher = termMatcher({ from: "widget", to: "gadget", isExact: false });
  const script =
    "export default { title: 'A widget', base: '/widget/', id: 'widget', nav: [{ text: `widget`, link: '/widget' }, { text: \"Widget\", link: x }] }";
  const done = replaceInSettings("docs/config.ts", script, matcher);
  expect(done.text).toBe(
    script.replace("'A widget'", "'A gadget'").replace('"Widget"', '"Gadget"'),
  );
  expect(done.left.navigation).toBeGreaterThan(0);
  const yaml = "site_name: widget\ntheme:\n  name: widget\nnav:\n  - Widget: widget.md\n";
  expect(replaceInSettings("mkdocs.yml", yaml, matcher).text).toBe(
    "site_name: gadget\ntheme:\n  name: widget\nnav:\n  - Gadget: widget.md\n",
  );
  const json = '{ "name": "widget", "navigation": [{ "group": "Widget", "icon": "widget" }] }';
  expect(replaceInSettings("docs.json", json, matcher).text).toBe(
    '{ "name": "gadget", "navigation": [{ "group": "Gadget", "icon": "widget" }] }',
  );
});

test("a file of settings with very many titles is changed in time", () => {
  const count = 60_000;
  const matcher = termMatcher({ from: "word", to: "term", isExact: false });
  const source = `[${'{ "title": "word" },\n'.repeat(count)}{ "id": "word" }]`;
  const spent = processorMs();
  const { changed, left } = replaceInSettings("docs.json", source, matcher);
  expect([changed, left.navigation]).toEqual([count, 1]);
  expect(spent()).toBeLessThan(3_000);
});

test("what stood on two lines stands on two lines", () => {
  expect(replaced("the long access\ntoken that", "access token", "api key")).toBe(
    "the long api\nkey that",
  );
  expect(replaced("the whole code\nbase that", "code base", "codebase")).toBe(
    "the whole codebase\nthat",
  );
  expect(replaced("the whole code\nbase.", "code base", "codebase")).toBe("the whole codebase.");
});
