import { expect, test } from "vitest";
import type { Passage } from "./hit.ts";
import { buildKeywordIndex, holdsTerm, idf, searchKeyword } from "./keyword.ts";

const passage = (values: Partial<Passage>): Passage => ({
  id: "p",
  path: "page.md",
  title: "",
  description: "",
  headings: [],
  anchor: "",
  startLine: 1,
  endLine: 1,
  content: "",
  text: "",
  metadata: {},
  ...values,
});

const filler = "Some other words fill this passage up.";

test("a passage without the terms scores nothing", () => {
  const index = buildKeywordIndex([passage({ text: "webhook" }), passage({ text: "cache" })]);
  const scores = searchKeyword(index, new Map([["webhook", 1]]));
  expect(scores[0]).toBeGreaterThan(0);
  expect(scores[1]).toBe(0);
});

test("a term in the title weighs more than in a heading, and that more than in the text", () => {
  const index = buildKeywordIndex([
    passage({ text: `${filler} webhook` }),
    passage({ headings: ["webhook"], text: filler }),
    passage({ title: "webhook", text: filler }),
    passage({ path: "webhook.md", text: filler }),
  ]);
  const [body = 0, heading = 0, title = 0, path = 0] = searchKeyword(
    index,
    new Map([["webhook", 1]]),
  );
  expect(title).toBeGreaterThan(heading);
  expect(heading).toBeGreaterThan(body);
  expect(body).toBeGreaterThan(path);
  expect(path).toBeGreaterThan(0);
});

test("a rare term weighs more than a common one and an unknown one most of all", () => {
  const index = buildKeywordIndex([
    passage({ text: "common rare" }),
    passage({ text: "common" }),
    passage({ text: "common" }),
  ]);
  expect(idf(index, "rare")).toBeGreaterThan(idf(index, "common"));
  expect(idf(index, "unknown")).toBeGreaterThan(idf(index, "rare"));
  expect(idf(index, "common")).toBeGreaterThan(0);
});

test("weights scale a term", () => {
  const index = buildKeywordIndex([passage({ text: "cache" }), passage({ text: "x" })]);
  const [full = 0] = searchKeyword(index, new Map([["cach", 1]]));
  const [half = 0] = searchKeyword(index, new Map([["cach", 0.5]]));
  expect(half).toBeCloseTo(full / 2);
});

test("postings say which passages hold a term", () => {
  const index = buildKeywordIndex(
    Array.from({ length: 50 }, (_, n) => passage({ text: n % 7 === 3 ? "needle hay" : "hay" })),
  );
  const holders = index.passages.flatMap((_, n) => (holdsTerm(index, n, "needl") ? [n] : []));
  expect(holders).toEqual([3, 10, 17, 24, 31, 38, 45]);
});

test("an empty index answers with nothing", () => {
  const index = buildKeywordIndex([]);
  expect(searchKeyword(index, new Map([["a", 1]]))).toHaveLength(0);
  expect(idf(index, "a")).toBeGreaterThan(0);
});

test("words that are names of object members are ordinary words", () => {
  const index = buildKeywordIndex([passage({ text: "constructor __proto__ toString" })]);
  expect(searchKeyword(index, new Map([["constructor", 1]]))[0]).toBeGreaterThan(0);
});

test("the index survives a structured clone", () => {
  const index = structuredClone(buildKeywordIndex([passage({ text: "webhook" })]));
  expect(searchKeyword(index, new Map([["webhook", 1]]))[0]).toBeGreaterThan(0);
});

test("a word that stands only inside an identifier is not a word of its own", () => {
  const index = buildKeywordIndex([passage({ text: "The event toolOutput ends a call." })]);
  const isOwn = (term: string) => index.ownWords.has(index.termIds.get(term) ?? -1);
  expect(index.termIds.has("output")).toBe(true);
  expect(isOwn("output")).toBe(false);
  expect(isOwn("event")).toBe(true);
});
