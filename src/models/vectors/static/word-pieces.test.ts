import { expect, test } from "vitest";
import { readWeights } from "./read-weights.ts";
import { basicWords, cutWord, wordPieces } from "./word-pieces.ts";

const weights = readWeights(new URL("./docent-embed-2.bin", import.meta.url));
const unsplit = { ...weights, splitsCamelCase: false };

function readInFull(text: string, model = weights): number[] {
  return [...basicWords(model, text)].flatMap((word) => cutWord(model, word)).slice(0, 400);
}

const hostile = [
  "",
  " \t\r\n ",
  "How do I rotate an API key?",
  "camelCase HTTPServer2Go parseXMLFile aB1C iPhone15Pro",
  "…so-called “quotes” — and dashes’s",
  "!!! ??? ...---... <<>> ((())) $$$ `code` {a:b} ~/.config",
  "emoji 😀 in👩‍👩‍👧text 🇩🇪 end",
  "日本語でキーを作成する方法 mixed日本with latin",
  "한국어 문서 か\u3099な 𠀀𠀁",
  "cafe\u0301 café \u0301start a\u0338b < \u0338 =\u0338",
  "ΟΔΥΣΣΕΥΣ a.Σ ΑΣ-Α Σ İstanbul I\u0307 K ß ﬁ ǅ",
  "nul\u0000byte aB\u0000C a\u0000B vertical\u000btab form\ffeed del\u007f bell\u0007",
  "soft\u00adhyphen zero\u200bwidth \ufeffmark re\ufffdplaced private\ue000use",
  "no-break\u00a0space line\u2028separator ideographic\u3000space next\u0085line",
  "lone \ud800 high and \udc00 low a\ud83db",
  `${"x".repeat(100)} ${"x".repeat(101)} ${"é".repeat(100)} ${"é".repeat(101)}`,
  `${"😀".repeat(100)} ${"𝔘".repeat(60)} ${"A".repeat(150)}b`,
  `${"plain.".repeat(300)}é`,
  `${"a ".repeat(399)}two-words`,
  `${"é ".repeat(500)}`,
  "Как отозвать ключ API? ¿Cómo puedo crear una clave?",
];

test.each(hostile)("one pass over %j gives the tokens of a full reading", (text) => {
  expect(wordPieces(weights, text)).toEqual(readInFull(text));
  expect(wordPieces(unsplit, text)).toEqual(readInFull(text, unsplit));
});

test("any mix of hostile characters gives the tokens of a full reading", () => {
  const characters = hostile.flatMap((text) => [...text.slice(0, 80)]);
  let seed = 1;
  const next = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let round = 0; round < 3_000; round += 1) {
    const length = 1 + next(25);
    const text = Array.from({ length }, () => characters[next(characters.length)]).join("");
    expect(wordPieces(weights, text), JSON.stringify(text)).toEqual(readInFull(text));
  }
});

test("a text gives the same tokens when its words are known already", () => {
  for (const text of hostile) expect(wordPieces(weights, text)).toEqual(wordPieces(weights, text));
});

test("the longest known piece wins, and a word that cannot be covered is unknown", () => {
  const tokens = ["un", "unhappy", "##l", "##ly", "##ily", "happy"];
  const model = { ...weights, tokenIds: new Map(tokens.map((token, id) => [token, id])) };
  expect(cutWord(model, "unhappyily")).toEqual([1, 4]);
  expect(cutWord(model, "unly")).toEqual([0, 3]);
  expect(cutWord(model, "unlyx")).toEqual([weights.unknownId]);
  expect(cutWord(model, "ly")).toEqual([weights.unknownId]);
});
