import { expect, test } from "vitest";
import type { Passage, SearchQuery } from "./hit.ts";
import { buildKeywordIndex } from "./keyword.ts";
import { rank } from "./rank.ts";

let count = 0;
function passage(path: string, text: string, values: Partial<Passage> = {}): Passage {
  count += 1;
  return {
    id: `p${count}`,
    path,
    title: "",
    description: "",
    headings: [],
    anchor: "",
    startLine: 1,
    endLine: 1,
    content: text,
    text,
    metadata: {},
    ...values,
  };
}

const query = (text: string, values: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  hints: [],
  liftPaths: [],
  filter: {},
  limit: 10,
  ...values,
});

const paths = (passages: Passage[], asked: SearchQuery) =>
  rank(buildKeywordIndex(passages), asked).map((hit) => hit.passage.path);

const twins = [
  passage("guides/a.mdx", "Rotate the signing key."),
  passage("guides/b.mdx", "Rotate the signing key."),
  passage("other.md", "Nothing to see."),
];

test("passages that match come best first and others not at all", () => {
  const found = rank(
    buildKeywordIndex([
      passage("a", "Retries happen often."),
      passage("b", "Webhook retries use a webhook secret."),
      passage("c", "Nothing."),
    ]),
    query("webhook retries"),
  );
  expect(found.map((hit) => hit.passage.path)).toEqual(["b", "a"]);
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
  const passages = [
    passage("python", "Install the client with pip for python."),
    passage("node", "Install the client with npm for node."),
    passage("hint-only", "node node node"),
  ];
  expect(
    paths(passages, query("install client", { hints: [{ text: "node", weight: 0.3 }] })),
  ).toEqual(["node", "python", "hint-only"]);
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
  const passages = [
    passage("one", "key", { metadata: { version: 2, tags: ["api", "beta"] } }),
    passage("two", "key", { metadata: { version: "1", tags: "api" } }),
    passage("three", "key"),
  ];
  expect(paths(passages, query("key", { filter: { version: "2" } }))).toEqual(["one"]);
  expect(paths(passages, query("key", { filter: { tags: "api" } }))).toEqual(["one", "two"]);
  expect(paths(passages, query("key", { filter: { version: [1, 2], tags: "beta" } }))).toEqual([
    "one",
  ]);
  expect(paths(passages, query("key", { filter: { tags: "API" } }))).toEqual([]);
  expect(paths(passages, query("key", { filter: { tags: [] } }))).toEqual([]);
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
  const passages = [passage("a", "key", { title: "Keys" }), passage("b", "key", { title: "Key" })];
  expect(paths(passages, query("key", { filter: { title: "Keys" } }))).toEqual(["a"]);
});

test("a page with several good passages rises", () => {
  const passages = [
    passage("single", "signing key rotation"),
    passage("rich", "signing key rotation"),
    passage("rich", "signing key rotation again"),
    passage("none", "filler"),
  ];
  expect(paths(passages, query("signing key rotation"))[0]).toBe("rich");
});

test("a phrase in double quotes lifts the passage that has it word for word", () => {
  const passages = [
    passage("apart", "A token has its own limit."),
    passage("literal", "The Token   Limit is set once for every reader."),
  ];
  expect(paths(passages, query("token limit"))[0]).toBe("apart");
  expect(paths(passages, query('what is the "token limit"'))[0]).toBe("literal");
});

const coverageOf = (text: string, asked: string, values: Partial<Passage> = {}) => {
  const index = buildKeywordIndex([passage("guides/install.md", text, values), passage("b", "x")]);
  return rank(index, query(asked))[0]?.coverage;
};

test("coverage is the share of the question's information that is there", () => {
  expect(coverageOf("Rotate the key", "rotate key")).toBe(1);
  expect(coverageOf("Rotate the key", "rotate key on Kubernetes")).toBeLessThan(0.7);
  expect(coverageOf("key", "key", { title: "t" })).toBe(1);
  expect(coverageOf("words", "rotate words", { headings: ["Rotate"] })).toBe(1);
});

test("words of the path do not count as covered", () => {
  expect(coverageOf("Some key", "install key")).toBeLessThan(1);
  expect(coverageOf("Install a key", "install key")).toBe(1);
});

test("a compound is covered whole or in parts", () => {
  expect(coverageOf("open source tools", "open-source tools")).toBe(1);
  expect(coverageOf("the openapi file", "OpenAPI file")).toBe(1);
});

test("fused scores of a caller take the place of the keyword scores", () => {
  const hits = rank(buildKeywordIndex(twins), query("signing key"), Float32Array.of(0, 0, 1));
  expect(hits.map((hit) => hit.passage.path)).toEqual(["other.md"]);
});
