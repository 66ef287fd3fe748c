import { expect, test } from "vitest";
import { plainLetters } from "./mark-sentences.ts";
import { verdictOf } from "./verdict-of.ts";

const none = { sentences: [], citations: [] };
const changed = { sentences: [{ after: "New." }], citations: [] };

test("the verdict says what readers gain and lose", () => {
  const said = (now: "answered" | "declined", after: "answered" | "declined", difference = none) =>
    verdictOf({ now, after, difference });
  expect(said("declined", "answered")).toBe("Readers get an answer that they do not get now.");
  expect(said("answered", "declined")).toBe("Readers lose this answer.");
  expect(said("declined", "declined")).toContain("do not answer this");
  expect(said("answered", "answered")).toBe("The answer stays the same.");
  expect(verdictOf({ now: "answered", after: "reserve", difference: changed })).toBe(
    "The answer changes.",
  );
});

test("a sentence is found by the letters that are shown of it", () => {
  expect(plainLetters("Run **`acme keys`** as [said](https://x.example/a) [12].")).toBe(
    "runacmekeysassaid",
  );
  expect(plainLetters("Größe: 5 😀")).toBe("größe5");
});
