import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { testIndex } from "../../../test/search-index.ts";
import type { ReadTexts } from "./phrases.ts";
import { rerank, slotsFor } from "./rerank.ts";

const texts = ["Boil the eggs for seven minutes.", "Calls from a site on another origin work."];
const question = "Can I use it from my website?";

function open(values: string[] = texts, headings: string[][] = []) {
  const index = testIndex([{ path: "page.md", texts: values }]);
  const read: string[][] = [];
  const readTexts: ReadTexts = async (ids) => {
    read.push(ids);
    const rows = values.map((text, place) => ({
      ...{ id: index.passageId(place), text, content: text },
      headings: headings[place] ?? [],
    }));
    const about = {
      anchor: "",
      laterHeadings: [],
      startLine: 1,
      endLine: 1,
    };
    return new Map(
      rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, { ...row, ...about }]),
    );
  };
  return { index, read, readTexts };
}

const evenScores = (count: number) => new Float32Array(count).fill(0.5);

test("of passages with equal scores the one that says the question in other words comes first", async () => {
  const { index, readTexts } = open();
  const asked = { question, slots: [0, 1], scores: evenScores(2), fluency: 1 };
  const ranked = await rerank(index, { embedder, read: readTexts }, asked);
  expect(ranked.map(({ slot }) => slot)).toEqual([1, 0]);
  expect(ranked[0]?.agreement).toBeGreaterThan(ranked[1]?.agreement ?? 1);
});

test("where the vectors do not know the language the order stays", async () => {
  const { index, readTexts } = open();
  const asked = { question, slots: [0, 1], scores: evenScores(2), fluency: 0 };
  const ranked = await rerank(index, { embedder, read: readTexts }, asked);
  expect(ranked.map(({ slot, score }) => [slot, score])).toEqual([
    [0, 0.5],
    [1, 0.5],
  ]);
});

test("passages behind the compared ones keep their score and no text of them is read", async () => {
  const many = Array.from({ length: slotsFor(60) }, (_, place) => `Passage number ${place}.`);
  const { index, read, readTexts } = open(many);
  const slots = many.map((_, place) => place);
  const asked = { question, slots, scores: evenScores(many.length), fluency: 1 };
  const ranked = await rerank(index, { embedder, read: readTexts }, asked);
  expect(ranked).toHaveLength(60);
  expect(read.flat()).toHaveLength(16);
  expect(ranked.find(({ slot }) => slot === 59)).toMatchObject({
    slot: 59,
    score: 0.5,
    agreement: 0,
  });
});

test("a passage that was compared before is not read again", async () => {
  const { index, read, readTexts } = open();
  const asked = { question, slots: [0, 1], scores: evenScores(2), fluency: 1 };
  const first = await rerank(index, { embedder, read: readTexts }, asked);
  expect(await rerank(index, { embedder, read: readTexts }, asked)).toEqual(first);
  expect(read).toEqual([[index.passageId(0), index.passageId(1)], []]);
});

test("a passage whose text is gone agrees with nothing", async () => {
  const { index } = open();
  const asked = { question, slots: [0], scores: evenScores(1), fluency: 1 };
  const ranked = await rerank(index, { embedder, read: async () => new Map() }, asked);
  expect(ranked).toMatchObject([{ slot: 0, score: 0.5, agreement: 0 }]);
});

test("who asks with the name of a heading alone gets what stands under it", async () => {
  const values = ["Whether addresses end in a slash.", "The trailing slash and trailingSlash."];
  const { index, readTexts } = open(values, [["`trailingSlash`"], ["Trailing slash settings"]]);
  const scores = new Float32Array([0.5, 0.6]);
  const rank = async (question: string) => {
    const asked = { question, slots: [1, 0], scores, fluency: 0 };
    const ranked = await rerank(index, { embedder, read: readTexts }, asked);
    return ranked.map(({ slot }) => slot);
  };
  expect(await rank("trailingslash?")).toEqual([0, 1]);
  expect(await rank("what is trailingSlash")).toEqual([1, 0]);
});
