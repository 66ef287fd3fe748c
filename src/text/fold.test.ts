import { expect, test } from "vitest";
import { fold } from "./fold.ts";

test.each([
  ["größe", "grosse"],
  ["configuración", "configuracion"],
  ["ændre", "aendre"],
  ["zażółć", "zazolc"],
  ["ışık", "isik"],
  ["i\u0307stanbul", "istanbul"],
  ["tiếng", "tieng"],
  ["ρυθμίσεις", "ρυθμισεισ"],
])("%s is compared as %s", (word, plain) => {
  expect(fold(word)).toBe(plain);
});

test("marks of other scripts are letters and stay", () => {
  for (const word of ["пробний", "їжак", "が", "한국", "हिन्दी"]) expect(fold(word)).toBe(word);
});

test("a stress mark on a Cyrillic vowel goes", () => {
  expect(fold("за\u0301мок")).toBe("замок");
});
