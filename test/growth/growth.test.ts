import { expect, test } from "vitest";
import { dataReaders, fileReaders } from "./data-readers.ts";
import { growthOf } from "./growth-of.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { pageReaders } from "./page-readers.ts";
import { textReaders } from "./text-readers.ts";

/** Everything that reads text of strangers. A new reader is added to one of these lists. */
const readers = [...pageReaders, ...dataReaders, ...fileReaders, ...textReaders];

/** `GROWTH=long` tries far more, and longer texts, which takes an hour: for changes to a reader, by hand. */
const isLong = process.env.GROWTH === "long";
const lengths = isLong ? [64, 512, 2_048, 8_192, 32_768, 131_072, 1_048_576] : [64, 1_500, 6_000];
const texts = isLong ? 5_000 : 40;

test.each(readers)("$name takes time as its text grows", async ({ read, syntaxes, name }) => {
  const faults: string[] = [];
  for (const text of hostileTexts(syntaxes, { seed: name, most: texts })) {
    const { fault } = await growthOf(read, text, { lengths });
    if (fault !== undefined) faults.push(`${text.name}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test("a reader that takes quadratic time is found, here a pattern that begins anew at every letter", async () => {
  const planted = (text: string) => /a*b/.test(text);
  const find = async () => {
    for (const text of hostileTexts(["plain"], { seed: "planted", most: 60 })) {
      const { fault } = await growthOf(planted, text, { lengths: [64, 4_000, 10_000, 25_000] });
      if (fault !== undefined) return fault;
    }
  };
  expect(await find()).toMatch(/^\d+ characters: .* ms, \d+ characters: .* ms$/);
});
