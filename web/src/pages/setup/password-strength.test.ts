import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test("fewer than twelve characters are not acceptable, however odd", () => {
  expect(passwordStrength("xQ9$kL2!pZ7").score).toBe(0);
  expect(passwordStrength("xQ9$kL2!pZ7").hints[0]).toContain("1 more");
});

test("an accepted password is never scored as unacceptable", () => {
  expect(passwordStrength("aaaaaaaaaaaa").score).toBe(1);
  expect(passwordStrength("password1234").score).toBeGreaterThan(0);
});

test("unrelated words beat a decorated common word", () => {
  const words = passwordStrength("lantern quiet orbit maple");
  expect(words.score).toBe(4);
  expect(words.hints).toEqual([]);
  expect(passwordStrength("Password12345678901!").score).toBeLessThan(words.score);
});
