import { expect, test } from "vitest";
import { visibleLine, visibleText } from "./visible-text.ts";

/** Node reads no text that holds it before a longer escape. */
const loneHalf = "\ud800";

test("plain text has no control characters and nothing that turns it round", () => {
  expect(visibleText(`a\r\nb\rc\u0000\u001b[31m\u202ed\u2066e${loneHalf}\u{e0041}`)).toBe(
    "a\nb\nc[31mde\ufffd",
  );
  expect(visibleText("ab\tc\u200f\u061cd\u2028e\ff\u000bg\u0085h")).toBe("ab\tcd\nefgh");
});

test("a line has single blanks and nothing hidden", () => {
  expect(visibleLine(" a\u00a0\u3000\n\tb\u200b\ufeff ")).toBe("a b");
});

test("plain text hides nothing", () => {
  const hidden = "\u00ad\u034f\u115f\u180e\u200b\u200c\u200d\u2060\u2064\u3164\ufe00\ufe0f\ufeff";
  expect(visibleText(`fi${hidden}xes ${hidden}@${hidden}ada${hidden}`)).toBe("fixes @ada");
  expect(visibleText("a\u{e0100}\u{e01ef}b")).toBe("ab");
  expect(visibleText("a\udb40\u200b\udc41b")).toBe("a\ufffd\ufffdb");
});

test("joiners stay where a script or an emoji needs them, one at a time", () => {
  for (const text of [
    "می\u200cخواهم",
    "क्\u200dष",
    "👩\u200d💻",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3",
  ])
    expect(visibleText(text)).toBe(text);
  expect(visibleText("می\u200c\u200d\u200cخ 👩\u200d\u200d💻 👩\u200dx ❤\ufe0f\ufe0f")).toBe(
    "میخ 👩💻 👩x ❤\ufe0f",
  );
});

test("plain text is made in linear time", () => {
  for (const piece of ["\u200d", "👩\u200d", "می\u200c", "\ufe0f", "\u202e"])
    expect(visibleText(piece.repeat(100_000)).length).toBeLessThan(600_000);
});
