import { expect, test } from "vitest";
import { countWords } from "./count-words.ts";

test("words are what stands between white space; of a script without spaces two characters are one", () => {
  expect(["", " \t\n", "a", " one two\r\nthree.  four\v", "naïve résumé"].map(countWords)).toEqual([
    0, 0, 1, 4, 2,
  ]);
  expect(countWords("設定を読む now")).toBe(4);
});
