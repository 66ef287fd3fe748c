import { expect, test } from "vitest";
import { soleEdition } from "../../docs/site/edition.ts";
import { createSegmentBuilder } from "../segment/build-segment.ts";
import type { KeywordEntry } from "../segment/count-terms.ts";
import type { Segment } from "../segment/segment.ts";
import {
  documentFrequency,
  holdsTerm,
  idf,
  isOwnWord,
  openKeywords,
  roleOfTerm,
  searchKeyword,
} from "./keyword.ts";

const passage = (values: Partial<KeywordEntry>): KeywordEntry => ({
  path: "page.md",
  title: "",
  headings: [],
  text: "",
  language: "en",
  ...values,
});

const pageOf = (entry: KeywordEntry) => ({
  ...{ path: entry.path, title: "", metadata: {}, language: "en", sourceId: "src_1" },
  ...{ blobHash: "", description: "", address: "", baseUrl: "", section: [], position: undefined },
  edition: soleEdition(entry.path),
});

/** Of new passages, and of those of other segments, by their places. */
function segmentOf(
  order: (KeywordEntry | { source: number; place: number })[],
  sources: Segment[],
) {
  const builder = createSegmentBuilder({ sources, dimensions: 4, keepHashes: false });
  for (const one of order) {
    if ("place" in one) builder.keep(pageOf(passage({})), one);
    else builder.add(pageOf(one), [{ entry: one, vector: new Uint8Array(), textHash: "" }]);
  }
  return builder.finish();
}

function indexOf(entries: KeywordEntry[]) {
  return openKeywords([segmentOf(entries, [])], new Uint32Array());
}

const filler = "Some other words fill this passage up.";

test("a passage without the terms scores nothing", () => {
  const index = indexOf([passage({ text: "webhook" }), passage({ text: "cache" })]);
  const scores = searchKeyword(index, new Map([["webhook", 1]]));
  expect(scores[0]).toBeGreaterThan(0);
  expect(scores[1]).toBe(0);
});

test("a term in a heading weighs more than in the title, and that more than in the text", () => {
  const index = indexOf([
    passage({ text: `${filler} webhook` }),
    passage({ headings: ["webhook"], text: filler }),
    passage({ title: "webhook", text: filler }),
    passage({ path: "webhook.md", text: filler }),
  ]);
  const [body = 0, heading = 0, title = 0, path = 0] = searchKeyword(
    index,
    new Map([["webhook", 1]]),
  );
  expect(heading).toBeGreaterThan(title);
  expect(title).toBeGreaterThan(body);
  expect(body).toBeGreaterThan(path);
  expect(path).toBeGreaterThan(0);
});

test("a rare term weighs more than a common one and an unknown one most of all", () => {
  const index = indexOf([
    passage({ text: "common rare" }),
    passage({ text: "common" }),
    passage({ text: "common" }),
  ]);
  expect(idf(index, "rare")).toBeGreaterThan(idf(index, "common"));
  expect(idf(index, "unknown")).toBeGreaterThan(idf(index, "rare"));
  expect(idf(index, "common")).toBeGreaterThan(0);
});

test("weights scale a term", () => {
  const index = indexOf([passage({ text: "cache" }), passage({ text: "x" })]);
  const [full = 0] = searchKeyword(index, new Map([["cach", 1]]));
  const [half = 0] = searchKeyword(index, new Map([["cach", 0.5]]));
  expect(half).toBeCloseTo(full / 2);
});

test("postings say which passages hold a term", () => {
  const index = indexOf(
    Array.from({ length: 50 }, (_, n) => passage({ text: n % 7 === 3 ? "needle hay" : "hay" })),
  );
  const slots = Array.from({ length: index.slotCount }, (_, slot) => slot);
  const holders = slots.filter((slot) => holdsTerm(index, slot, "needl"));
  expect(holders).toEqual([3, 10, 17, 24, 31, 38, 45]);
});

test("an empty index answers with nothing", () => {
  const index = indexOf([]);
  expect(searchKeyword(index, new Map([["a", 1]]))).toHaveLength(0);
  expect(idf(index, "a")).toBeGreaterThan(0);
});

test("words that are names of object members are ordinary words", () => {
  const index = indexOf([passage({ text: "constructor __proto__ toString" })]);
  expect(searchKeyword(index, new Map([["constructor", 1]]))[0]).toBeGreaterThan(0);
});

test("a word that stands only inside an identifier is not a word of its own", () => {
  const index = indexOf([passage({ text: "The event toolOutput ends a call." })]);
  expect(documentFrequency(index, "output")).toBe(1);
  expect(isOwnWord(index, "output")).toBe(false);
  expect(isOwnWord(index, "event")).toBe(true);
});

test("a term is a word, a part of identifiers or nothing to those passages that are meant", () => {
  const index = indexOf([
    passage({ text: "The event toolOutput ends a call." }),
    passage({ text: "What a tool gives is its output." }),
  ]);
  const role = (term: string, slots: number[]) =>
    roleOfTerm(index, term, (slot) => slots.includes(slot));
  expect(role("output", [0, 1])).toBe("word");
  expect(role("output", [0])).toBe("part");
  expect(role("event", [1])).toBe("none");
  expect(role("nowhere", [0, 1])).toBe("none");
});

const texts = ["alpha beta", "beta gamma", "toolOutput alpha", "delta", "gamma gamma epsilon"];
const entries = texts.map((text, n) => passage({ text, path: `${n}.md` }));
const zeta = passage({ text: "zeta alpha output", path: "new.md" });

test.each([
  ["nothing changed", [0, 1, 2, 3, 4]],
  ["the first is gone", [1, 2, 3, 4]],
  ["one in the middle is gone", [0, 1, 3, 4]],
  ["all are gone", []],
  ["one is new at the start", [zeta, 0, 1, 2, 3, 4]],
  ["one is new between two, another one is gone", [0, zeta, 1, 3, 4]],
  ["one is replaced and one is new at the end", [0, 1, zeta, 3, 4, zeta]],
])("an index that was moved is the one a fresh build gives: %s", (_, order) => {
  const from = segmentOf(entries, []);
  const moved = segmentOf(
    order.map((one) => (typeof one === "number" ? { source: 0, place: one } : one)),
    [from],
  );
  const fresh = segmentOf(
    order.flatMap((one) => (typeof one === "number" ? (entries[one] ?? []) : [one])),
    [],
  );
  for (const part of ["slots", "frequencies", "ownWords", "lengths", "offsets"] as const)
    expect(moved[part], part).toEqual(fresh[part]);
  expect(moved.terms.bytes).toEqual(fresh.terms.bytes);
  expect(moved.terms.offsets).toEqual(fresh.terms.offsets);
});

test("passages of two segments come together in their new order", () => {
  const [one, two] = [segmentOf(entries.slice(0, 3), []), segmentOf(entries.slice(3), [])];
  const places = [
    [1, 0],
    [0, 0],
    [0, 2],
    [1, 1],
  ];
  const kept = places.map(([source = 0, place = 0]) => ({ source, place }));
  const moved = segmentOf([...kept, zeta], [one, two]);
  const fresh = segmentOf([3, 0, 2, 4].flatMap((place) => entries[place] ?? []).concat(zeta), []);
  for (const part of ["slots", "frequencies", "ownWords", "lengths", "offsets"] as const)
    expect(moved[part], part).toEqual(fresh[part]);
  expect(moved.terms.bytes).toEqual(fresh.terms.bytes);
});

test("passages that are gone count for nothing, and those beside them as if they were among them", () => {
  const beside = segmentOf([zeta], []);
  const index = openKeywords([segmentOf(entries, []), beside], Uint32Array.of(1, 2));
  const fresh = indexOf([...entries.filter((_, place) => place !== 1 && place !== 2), zeta]);
  expect(index.size).toBe(fresh.size);
  const live = [0, 3, 4, 5];
  for (const term of ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "output", "tool"]) {
    const scores = searchKeyword(index, new Map([[term, 1]]));
    expect([...searchKeyword(fresh, new Map([[term, 1]]))], term).toEqual(
      live.map((slot) => scores[slot]),
    );
    expect(documentFrequency(index, term)).toBe(documentFrequency(fresh, term));
    expect(isOwnWord(index, term)).toBe(isOwnWord(fresh, term));
    expect(holdsTerm(index, 5, term)).toBe(holdsTerm(fresh, 3, term));
    expect(roleOfTerm(index, term, () => true)).toBe(roleOfTerm(fresh, term, () => true));
  }
});

test("a word repeated beyond measure keeps its frequency in bounds", () => {
  const index = indexOf([passage({ text: "spam ".repeat(10_000) }), passage({ text: "spam" })]);
  const [many = 0, one = 0] = searchKeyword(index, new Map([["spam", 1]]));
  expect(many).toBeGreaterThan(0);
  expect(one).toBeGreaterThan(0);
  expect(isOwnWord(index, "spam")).toBe(true);
});
