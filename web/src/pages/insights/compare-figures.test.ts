import { expect, test } from "vitest";
import { changeOf, shareText } from "./compare-figures.ts";

test("a change is told in words, and only where both were measured", () => {
  expect(changeOf(110, 100)).toEqual({ text: "10 % more", direction: "up" });
  expect(changeOf(50, 100)).toEqual({ text: "50 % less", direction: "down" });
  expect(changeOf(7, 7)?.direction).toBe("same");
  expect(changeOf(1_001, 1_000)?.text).toBe("as before");
  expect(changeOf(5, 0)).toEqual({ text: "none before", direction: "up" });
  expect(changeOf(50, 1)?.text).toBe("50 times as much");
  expect(changeOf(null, 3)).toBeUndefined();
});

test("a share is never rounded to all or nothing", () => {
  expect(shareText(1, 1_000)).toBe("< 1 %");
  expect(shareText(999, 1_000)).toBe("> 99 %");
  expect(shareText(1, 1)).toBe("100 %");
  expect(shareText(0, 3)).toBe("0 %");
  expect(shareText(0, 0)).toBe("–");
});
