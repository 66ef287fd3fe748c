import { expect, test } from "vitest";
import {
  testQuery as query,
  rankByWords,
  type TestPage,
  testIndex,
} from "../../../test/search-index.ts";
import { languageOfTag } from "../../text/language.ts";
import type { SearchQuery } from "../hit.ts";

function paths(pages: TestPage[], text: string, values: Partial<SearchQuery> = {}): string[] {
  return rankByWords(testIndex(pages), query(text, values)).map((hit) => hit.path);
}

const version = (
  name: string,
  isOtherVersion: boolean,
  text = "Set the window size.",
): TestPage => ({
  path: `${name}/list.md`,
  address: isOtherVersion ? `docs/${name}/list` : "docs/list",
  texts: [text],
  edition: { versions: [name], isOtherVersion, series: "docs", topic: "list" },
});
const versions = [
  version("next", true, "Set the window size. Set the window size."),
  version("2.1", false),
  version("2.0.4", true, "Window size, window size, window size."),
  version("1.x", true, "The window size."),
  { path: "blog.md", texts: ["We speak of a window."] },
];

test("the release answers, and pages without a version with it", () => {
  expect(paths(versions, "window size")).toEqual(["2.1/list.md", "blog.md"]);
});

test.each([
  ["window size in v1", "1.x/list.md"],
  ["window size in 1.7", "1.x/list.md"],
  ["window size of 2.0", "2.0.4/list.md"],
  ["window size of 2", "2.1/list.md"],
  ["window size in the next version", "next/list.md"],
  ["window size in v9", "2.1/list.md"],
])("%s is answered from %s", (text, path) => {
  expect(paths(versions, text).filter((found) => found !== "blog.md")).toEqual([path]);
});

test("pages of the version that is asked of come before pages without one", () => {
  const pages = [{ path: "blog.md", texts: ["The window size."] }, ...versions.slice(0, 4)];
  expect(paths(pages, "window size in v1")).toEqual(["1.x/list.md", "blog.md"]);
});

test.each([
  ["acme 1 window size", "1.x/list.md"],
  ["window size of Acme 1?", "1.x/list.md"],
  ["acme 1 windows", "2.1/list.md"],
  ["window 1 of acme", "2.1/list.md"],
])("a whole number behind the name of what the docs are about is a version: %s", (text, path) => {
  const pages = versions.slice(0, 4).map((page, at) => ({
    ...page,
    texts: [`Acme: the size. ${at < 1 ? "A window." : ""}`],
  }));
  expect(paths(pages, text)).toEqual([path]);
});

test("a question that compares versions is answered from both", () => {
  const found = paths(versions, "upgrade the window size from v1");
  expect(found.toSorted()).toEqual(["1.x/list.md", "2.1/list.md", "blog.md"]);
});

test.each([
  ["https://acme.example/docs/1.x/list", "1.x/list.md"],
  ["/docs/1.x/no-such-page", "1.x/list.md"],
  ["next/list.md", "next/list.md"],
  ["/docs/list", "2.1/list.md"],
])("a reader on %s is answered from %s", (path, expected) => {
  expect(paths(versions, "window size", { liftPaths: [path] })[0]).toBe(expected);
});

test("the question's own version comes before that of the reader's page", () => {
  expect(paths(versions, "window size in 2.1", { liftPaths: ["/docs/1.x/list"] })[0]).toBe(
    "2.1/list.md",
  );
});

test("a filter names the site's version, and front matter only where the site has none", () => {
  const plain = { path: "plain.md", texts: ["window size"], metadata: { version: "1.x" } };
  const pages = versions.map((page) => ({ ...page, metadata: { version: "7" } }));
  const found = paths([...pages, plain], "window size", { filter: { version: "1.x" } });
  expect(found.toSorted()).toEqual(["1.x/list.md", "plain.md"]);
  expect(paths(pages, "window size", { filter: { version: "V1.X" } })).toEqual(["1.x/list.md"]);
  expect(paths(pages.slice(0, 4), "window size", { filter: { version: "7" } })).toEqual([]);
});

test("a filter by folder may choose a version, too", () => {
  const found = paths(versions, "window size", { filter: { path: "1.x" } });
  expect(found).toEqual(["1.x/list.md"]);
});

test("a series without pages of the release is still found", () => {
  expect(paths([version("0.9", true), version("0.8", true)], "window size")).toHaveLength(2);
});

const inLanguage = (locale: string, page: string, text: string): TestPage => ({
  path: `${locale}/${page}.md`,
  address: locale === "en" ? page : `${locale}/${page}`,
  language: languageOfTag(locale) ?? "en",
  texts: [text],
  edition: { locale, isTranslation: locale !== "en", topic: page },
});
const languages = [
  inLanguage("en", "fonts", "Choose fonts for Acme."),
  inLanguage("de", "fonts", "Schriften wählen: fonts, fonts, Acme."),
  inLanguage("ru", "fonts", "Шрифты: fonts Acme fonts."),
  inLanguage("en", "colors", "Choose colors for Acme."),
  inLanguage("ru", "badges", "Значки badges для Acme."),
];

test("an English question is answered from English pages", () => {
  expect(paths(languages, "which fonts can I choose")).toEqual(["en/fonts.md", "en/colors.md"]);
  expect(paths(languages, "fonts")).toEqual(["en/fonts.md"]);
});

test("a question in another language is answered from its pages, and from the main language where they lack one", () => {
  expect(paths(languages, "Wie kann ich die fonts für Acme wählen?")[0]).toBe("de/fonts.md");
  expect(paths(languages, "Wie kann ich die colors für Acme wählen?")).toContain("en/colors.md");
});

test("a page that only another language has is found", () => {
  expect(paths(languages, "how do I use badges")).toEqual(["ru/badges.md"]);
});

test.each([["/de/fonts"], ["/de/not-translated"], ["de/fonts.md"]])(
  "a reader on %s is answered in that language",
  (path) => {
    expect(paths(languages, "fonts", { liftPaths: [path] })[0]).toBe("de/fonts.md");
  },
);

test("short words that only one language's pages have are a question in it", () => {
  const pages = [
    ...languages,
    inLanguage("de", "type", "Die Schriftart ändern."),
    inLanguage("en", "type", "Change the typeface."),
  ];
  expect(paths(pages, "Schriftart ändern")).toEqual(["de/type.md"]);
});

test("of two countries' pages in a language a reader is shown one", () => {
  const pages = [
    inLanguage("en", "fonts", "Choose fonts."),
    inLanguage("pt-pt", "fonts", "Escolha fonts."),
    inLanguage("pt-br", "fonts", "Escolha as fonts."),
    inLanguage("pt-br", "colors", "Escolha as cores."),
  ];
  expect(paths(pages, "Como escolho as fonts para instalar?")).toEqual([
    "pt-br/fonts.md",
    "pt-br/colors.md",
  ]);
  const onPage = { liftPaths: ["/pt-pt/fonts"] };
  expect(paths(pages, "fonts", onPage)[0]).toBe("pt-pt/fonts.md");
});

test("a filter takes any language, the main one too", () => {
  const found = (language: string) => paths(languages, "fonts", { filter: { language } });
  expect(found("en")).toEqual(["en/fonts.md"]);
  expect(found("en-GB")).toEqual(["en/fonts.md"]);
  expect(found("ru")).toEqual(["ru/fonts.md"]);
  expect(found("fr")).toEqual([]);
  const inFolder = paths(languages, "which fonts can I choose", { filter: { path: "de" } });
  expect(inFolder).toEqual(["de/fonts.md"]);
});

test("without a site's word the text and the front matter say what language a page is in", () => {
  const pages: TestPage[] = [
    { path: "guide.md", texts: ["Choose fonts."] },
    { path: "de/guide.md", language: "de", texts: ["fonts fonts"], edition: { topic: "guide.md" } },
    { path: "said.md", texts: ["fonts fonts fonts"], metadata: { language: "fr" }, language: "fr" },
  ];
  expect(paths(pages, "choose the fonts")[0]).toBe("guide.md");
  expect(paths(pages, "fonts", { filter: { language: "de" } })).toEqual(["de/guide.md"]);
  expect(paths(pages, "fonts", { filter: { language: "fr" } })).toEqual(["said.md"]);
});

test("a page that seems to be in a language that hardly any has counts like the others", () => {
  const pages: TestPage[] = Array.from({ length: 40 }, (_, at) => ({
    path: `page-${at}.md`,
    texts: ["something else"],
  }));
  const odd: TestPage = { path: "odd.md", language: "da", texts: ["fonts"] };
  expect(testIndex([...pages, odd]).editions).toBeUndefined();
});
