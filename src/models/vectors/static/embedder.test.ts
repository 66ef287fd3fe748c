import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { agreementOf, bundledEmbedder } from "./embedder.ts";
import { quantise, readQuantised } from "./quantise.ts";
import { readWeights } from "./read-weights.ts";
import { wordPieces } from "./word-pieces.ts";

type Expected = {
  queries: { text: string; ids: number[]; vector: number[] }[];
  documents: { title: string; text: string; vector: number[] }[];
};

const expected: Expected = JSON.parse(
  readFileSync(new URL("./vectors.json", import.meta.url), "utf8"),
);
const weights = readWeights(new URL("./docent-embed-2.bin", import.meta.url));
const embedder = bundledEmbedder();

function largestDifference(left: ArrayLike<number>, right: ArrayLike<number>): number {
  return Math.max(...Array.from(left, (value, at) => Math.abs(value - (right[at] ?? Number.NaN))));
}

test.each(expected.queries)(
  "tokens and vector of the query $text agree with the model",
  (query) => {
    expect(wordPieces(weights, query.text)).toEqual(query.ids);
    expect(largestDifference(embedder.embedQuery(query.text), query.vector)).toBeLessThan(1e-4);
  },
);

test.each(expected.documents)("vector of the passage $title agrees with the model", (passage) => {
  const vector = embedder.embedPassage(passage.title, passage.text);
  expect(largestDifference(vector, passage.vector)).toBeLessThan(1e-4);
});

test("a vector survives being stored to a hundredth", () => {
  const vector = embedder.embedQuery("How do I revoke a key?");
  const { scale, components } = readQuantised(quantise(vector));
  const restored = Float32Array.from(components, (component) => component * scale);
  expect(largestDifference(restored, vector)).toBeLessThan(0.01);
});

test("text without a single known token has a vector of zeros that can be stored", () => {
  const { scale, components } = readQuantised(quantise(embedder.embedQuery("")));
  expect(scale).toBe(0);
  expect(components.every((component) => component === 0)).toBe(true);
});

test("a text agrees with a question about the same thing in other words", () => {
  const question = "Can I use it from my website?";
  const near = embedder.agreement(question, "Calls from a site on another origin are allowed.");
  const far = embedder.agreement(question, "Boil the eggs for seven minutes.");
  expect(near).toBeGreaterThan(far + 0.1);
  expect(embedder.agreement(question, question)).toBeCloseTo(1);
});

test("many texts compared at once agree as they do one by one", () => {
  const question = "How do I rotate an API key?";
  const texts = ["", "Rotate keys.", `${"many other words here ".repeat(80)} renew the token`];
  const many = Array.from(
    { length: 40 },
    (_, place) => `${texts[place % 3]} number${place} x${place}`,
  );
  const { importance, nearest } = embedder.nearness(question, many.map(embedder.tokens));
  expect(nearest.map((near) => agreementOf(importance, near))).toEqual(
    many.map((text) => embedder.agreement(question, text)),
  );
  expect(embedder.nearness("", []).nearest).toEqual([]);
});

test("words that name a topic are more important than words that every text has", () => {
  expect(embedder.importance("nginx")).toBeGreaterThan(2 * embedder.importance("how"));
  expect(embedder.importance("")).toBeGreaterThan(0);
});

test("a very long text is read up to its limit", () => {
  expect(wordPieces(weights, "word ".repeat(100_000))).toHaveLength(400);
});

test.each([
  ["How do I rotate an API key?", 1],
  ["nginx proxy_buffering off", 1],
  ["Wie erstelle ich einen API-Schlüssel?", 0],
  ["¿Cómo puedo crear una clave de API?", 0],
  ["Как отозвать ключ API?", 0],
  ["日本語でキーを作成する方法", 0],
])("how far the model knows the language of %s", (text, known) => {
  expect(embedder.fluency(text)).toBe(known);
});
