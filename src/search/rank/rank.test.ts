import { expect, test } from "vitest";
import {
  testQuery as query,
  rankByWords,
  type TestPage,
  testIndex,
} from "../../../test/search-index.ts";

import type { Passage, SearchQuery } from "../hit.ts";
import { boostPhrases, type ReadTexts } from "./phrases.ts";
import { readAsked } from "./question-words.ts";
import { rankByPage } from "./rank.ts";
import { coverageOf } from "./weigh-question.ts";

const page = (path: string, text: string, values: Partial<TestPage> = {}): TestPage => ({
  path,
  texts: [text],
  ...values,
});

const paths = (pages: TestPage[], asked: SearchQuery) =>
  rankByWords(testIndex(pages), asked).map((hit) => hit.path);

const twins = [
  page("guides/a.mdx", "Rotate the signing key."),
  page("guides/b.mdx", "Rotate the signing key."),
  page("other.md", "Nothing to see."),
];

test("passages that match come best first and others not at all", () => {
  const found = rankByWords(
    testIndex([
      page("a", "Retries happen often."),
      page("b", "Webhook retries use a webhook secret."),
      page("c", "Nothing."),
    ]),
    query("webhook retries"),
  );
  expect(found.map((hit) => hit.path)).toEqual(["b", "a"]);
  expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 0);
});

test("limit is kept", () => {
  expect(paths(twins, query("signing key", { limit: 1 }))).toHaveLength(1);
  expect(paths(twins, query("signing key", { limit: 0 }))).toEqual([]);
});

test("a question of stop words finds nothing", () => {
  expect(paths(twins, query("what can I do?"))).toEqual([]);
});

test("hints steer between equals but do not outweigh the question", () => {
  const pages = [
    page("python", "Install the client with pip for python."),
    page("node", "Install the client with npm for node."),
    page("hint-only", "node node node"),
  ];
  expect(paths(pages, query("install client", { hints: [{ text: "node", weight: 0.3 }] }))).toEqual(
    ["node", "python", "hint-only"],
  );
});

test.each([
  "guides/b.mdx",
  "/guides/b",
  "https://docs.example/guides/b/?x=1#top",
  "guides/b/index.html",
  "/docs/guides/b",
  "./guides/b.md",
])("a page is lifted when named as %s", (liftPath) => {
  expect(paths(twins, query("signing key", { liftPaths: [liftPath] }))[0]).toBe("guides/b.mdx");
});

test("strange lift paths are ignored", () => {
  const liftPaths = ["", "/", "../../etc/passwd", "%", "https://", "#"];
  expect(paths(twins, query("signing key", { liftPaths }))[0]).toBe("guides/a.mdx");
});

test("a lifted page does not appear without matching", () => {
  expect(paths(twins, query("signing", { liftPaths: ["other"] }))).not.toContain("other.md");
});

test("filters compare metadata, and an array means any of", () => {
  const pages = [
    page("one", "key", { metadata: { version: 2, tags: ["api", "beta"] } }),
    page("two", "key", { metadata: { version: "1", tags: "api" } }),
    page("three", "key"),
  ];
  expect(paths(pages, query("key", { filter: { version: "2" } }))).toEqual(["one"]);
  expect(paths(pages, query("key", { filter: { tags: "api" } }))).toEqual(["one", "two"]);
  expect(paths(pages, query("key", { filter: { version: [1, 2], tags: "beta" } }))).toEqual([
    "one",
  ]);
  expect(paths(pages, query("key", { filter: { tags: "API" } }))).toEqual([]);
  expect(paths(pages, query("key", { filter: { tags: [] } }))).toEqual([]);
});

test("filters see own properties only", () => {
  expect(paths(twins, query("key", { filter: { constructor: "x" } }))).toEqual([]);
  expect(
    paths(twins, query("key", { filter: { toString: String(Object.prototype.toString) } })),
  ).toEqual([]);
});

test("a path filter takes a page or a folder", () => {
  expect(paths(twins, query("key", { filter: { path: "guides" } }))).toHaveLength(2);
  expect(paths(twins, query("key", { filter: { path: "/guides/a" } }))).toEqual(["guides/a.mdx"]);
  expect(paths(twins, query("key", { filter: { path: "gui" } }))).toEqual([]);
});

test("a title filter takes the whole title", () => {
  const pages = [page("a", "key", { title: "Keys" }), page("b", "key", { title: "Key" })];
  expect(paths(pages, query("key", { filter: { title: "Keys" } }))).toEqual(["a"]);
});

test("a page with several good passages rises", () => {
  const pages = [
    page("single", "signing key rotation"),
    { path: "rich", texts: ["signing key rotation", "signing key rotation again"] },
    page("none", "filler"),
  ];
  expect(paths(pages, query("signing key rotation"))[0]).toBe("rich");
});

test("a phrase in double quotes lifts the passage that has it word for word", async () => {
  const index = testIndex([
    page("apart", "A token has its own limit."),
    page("literal", "The Token   Limit is set once for every reader."),
  ]);
  const texts = ["A token has its own limit.", "The Token   Limit is set once for every reader."];
  const read: ReadTexts = async (ids) =>
    new Map(
      ids.map((id) => [
        id,
        textOf(id, texts[[0, 1].findIndex((slot) => index.passageId(slot) === id)] ?? ""),
      ]),
    );
  const boosted = async (question: string) => {
    const scores = Float32Array.from([1, 0.9]);
    await boostPhrases(index, { question, scores, read });
    return rankByPage(index, scores, 10);
  };
  expect(await boosted("token limit")).toEqual([0, 1]);
  expect(await boosted('what is the "token limit"')).toEqual([1, 0]);
});

test("without a phrase no text is read", async () => {
  const read = () => Promise.reject(new Error("read"));
  const scores = Float32Array.from([1]);
  await boostPhrases(testIndex([page("a", "b")]), { question: "token limit", scores, read });
  expect(scores[0]).toBe(1);
});

function textOf(id: string, text: string) {
  return {
    id,
    headings: [],
    anchor: "",
    laterHeadings: [],
    startLine: 1,
    endLine: 1,
    content: text,
    text,
  };
}

function covered(text: string, asked: string, values: Partial<TestPage> = {}) {
  const index = testIndex([page("guides/install.md", text, values), page("b", "x")]);
  const passage: Passage = {
    ...textOf("p", text),
    path: "guides/install.md",
    title: "",
    description: "",
    metadata: {},
    address: "",
    baseUrl: "",
    section: [],
    ...values,
  };
  return coverageOf(index, readAsked(index, asked))(0, passage);
}

test("coverage is the share of the question's information that is there", () => {
  expect(covered("Rotate the key", "rotate key")).toBe(1);
  expect(covered("Rotate the key", "rotate key on Kubernetes")).toBeLessThan(0.7);
  expect(covered("key", "key", { title: "t" })).toBe(1);
  expect(covered("words", "rotate words", { headings: ["Rotate"] })).toBe(1);
  expect(covered("words", "the of and")).toBe(0);
});

test("words of the path do not count as covered", () => {
  expect(covered("Some key", "install key")).toBeLessThan(1);
  expect(covered("Install a key", "install key")).toBe(1);
});

test("a compound is covered whole or in parts", () => {
  expect(covered("open source tools", "open-source tools")).toBe(1);
  expect(covered("the openapi file", "OpenAPI file")).toBe(1);
});

test("a question finds pages in each language of the docs by their own word forms", () => {
  const pages = [
    page("de.md", "Die Schlüssel werden hier erneuert.", { language: "de" }),
    page("en.md", "Keys are renewed here.", { language: "en" }),
  ];
  expect(paths(pages, query("Schlüssels"))).toEqual(["de.md"]);
  expect(paths(pages, query("renewing a key"))).toEqual(["en.md"]);
});

test("a changelog steps back unless it is asked for", () => {
  const pages = [
    page("changelog.md", "Rotate the signing key."),
    page("z.md", "Rotate the signing key."),
  ];
  expect(paths(pages, query("rotate the signing key"))).toEqual(["z.md", "changelog.md"]);
  expect(paths(pages, query("changelog of the signing key"))[0]).toBe("changelog.md");
});

test("a question about a version that the docs keep does not ask for news", () => {
  const text = "The minimum memory for it.";
  const pages = [
    page("blog/memory.md", `${text} The minimum!`, { title: "Minimum memory" }),
    page("old/setup.md", text, { edition: { versions: ["3.7"], isOtherVersion: true } }),
    page("setup.md", text, { edition: { versions: ["4.0"] } }),
  ];
  expect(paths(pages, query("minimum memory of 3.7"))[0]).toBe("old/setup.md");
  expect(paths(pages, query("blog about the minimum memory"))[0]).toBe("blog/memory.md");
});
