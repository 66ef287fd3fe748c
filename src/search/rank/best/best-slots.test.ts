import { expect, test } from "vitest";
import { type TestPage, testIndex } from "../../../../test/search-index.ts";
import { fuse } from "../fuse.ts";
import { searchKeyword } from "../keyword.ts";
import { rankByPage, scaleByPage } from "../rank.ts";
import { bestSlots } from "./best-slots.ts";
import { contendersByWords } from "./contenders.ts";

/** The same numbers each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const vocabulary = Array.from(
  { length: 60 },
  (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}x`,
);

/** Pages on which the first words of the vocabulary are frequent and the last ones rare. */
function somePages(next: () => number): TestPage[] {
  const word = () => vocabulary[Math.floor(vocabulary.length * next() ** 4)] ?? "";
  return Array.from({ length: 250 }, (_, page) => ({
    path: `${String(page).padStart(3, "0")}.md`,
    texts: Array.from({ length: 1 + Math.floor(next() * 6) }, () =>
      Array.from({ length: 3 + Math.floor(next() * 30) }, word).join(" "),
    ),
  }));
}

function someQuestion(next: () => number, slotCount: number, pageCount: number) {
  const terms = new Map<string, number>();
  for (let at = 0; at < 1 + Math.floor(next() * 6); at += 1)
    terms.set(vocabulary[Math.floor(next() * vocabulary.length)] ?? "", 0.2 + next());
  const share = next() < 0.3 ? 0 : 0.5;
  const slots = Uint32Array.from({ length: slotCount }, (_, slot) => slot).filter(
    () => next() < share,
  );
  const similarities = Float32Array.from(slots, () => next());
  const kinds = next() < 0.5 ? [1] : [0, 0.5, 1, 1.25];
  const factors = Float32Array.from(
    { length: pageCount },
    () => kinds[Math.floor(next() * kinds.length)] ?? 1,
  );
  return { terms, nearest: { slots, similarities }, factors, weight: 0.3 * next(), limit: 24 };
}

test("the best slots are those that ranking all gives, with the same scores", () => {
  const next = chance(7);
  const index = testIndex(somePages(next));
  const { slotCount } = index.keyword;
  for (let round = 0; round < 300; round += 1) {
    const asked = someQuestion(next, slotCount, index.pageCount);
    const { nearest, factors, weight, limit } = asked;
    const isMeant = Uint8Array.from({ length: slotCount }, (_, slot) =>
      factors[index.pageOf(slot)] === 0 ? 0 : 1,
    );
    const meant = {
      slots: nearest.slots.filter((slot) => isMeant[slot] === 1),
      similarities: nearest.similarities.filter((_, at) => isMeant[nearest.slots[at] ?? 0] === 1),
    };
    const keyword = searchKeyword(index.keyword, asked.terms);
    const all = fuse({
      keyword,
      nearest: meant,
      isMeant,
      weights: { bundled: weight, provided: 0 },
    });
    scaleByPage(index, factors, all);
    const wanted = rankByPage(index, all, limit);
    const room = { scores: new Float32Array(slotCount), slots: new Uint32Array(slotCount) };
    const found = bestSlots(index, { ...asked, nearest: meant }, room);
    if (found === undefined) continue;
    expect(found, `round ${round}`).toEqual(wanted);
    expect(
      found.map((slot) => room.scores[slot]),
      `round ${round}`,
    ).toEqual(wanted.map((slot) => all[slot]));
  }
});

test("frequent words bring no passages in, where rarer ones tell", () => {
  const rare = Array.from({ length: 60 }, (_, at) => ({
    path: `a${at}.md`,
    texts: ["vellum vellum ink"],
  }));
  const plain = Array.from({ length: 900 }, (_, at) => ({
    path: `b${at}.md`,
    texts: ["ink paper"],
  }));
  const index = testIndex([...rare, ...plain]);
  const room = { scores: new Float32Array(960), slots: new Uint32Array(960) };
  const terms = new Map([
    ["vellum", 1],
    ["ink", 1],
  ]);
  const factors = new Float32Array(960).fill(1);
  const { slots, scoreOf } = contendersByWords(index, { terms, factors, limit: 24 }, room);
  expect(slots).toHaveLength(60);
  expect(scoreOf(959)).toBe(searchKeyword(index.keyword, terms)[959]);
  expect(room.scores[959]).toBe(0);
});

test("where all are equally close in meaning, nothing is said", () => {
  const index = testIndex([{ path: "a.md", texts: ["ink"] }]);
  const room = { scores: new Float32Array(1), slots: new Uint32Array(1) };
  const nearest = { slots: Uint32Array.of(0), similarities: Float32Array.of(0.5) };
  const asked = {
    terms: new Map([["ink", 1]]),
    nearest,
    factors: Float32Array.of(1),
    weight: 0.3,
    limit: 24,
  };
  expect(bestSlots(index, asked, room)).toBeUndefined();
});
