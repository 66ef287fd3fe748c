import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

const split = (text: string) => sentences(text).map((sentence) => sentence.text);

test("sentences end at full stops, question marks and exclamation marks", () => {
  expect(split("Run it. Does it work? Yes! 3 checks pass.")).toEqual([
    "Run it.",
    "Does it work?",
    "Yes!",
    "3 checks pass.",
  ]);
});

test("abbreviations do not end a sentence", () => {
  expect(split("Use a store, e.g. SQLite, i.e. Files. Next one.")).toEqual([
    "Use a store, e.g. SQLite, i.e. Files.",
    "Next one.",
  ]);
  expect(split("Written by J. Smith.")).toHaveLength(1);
});

test("versions, file names and numbers do not end a sentence", () => {
  expect(split("Since v1.2 the file docs.json holds 3.5 MB of it.")).toHaveLength(1);
});

test("code is never cut", () => {
  expect(split("Call `a. B? C` now. Then `` x ` y. Z `` stop.")).toEqual([
    "Call `a. B? C` now.",
    "Then `` x ` y. Z `` stop.",
  ]);
});

test("a backtick that nothing closes does not hide sentence ends", () => {
  expect(split("A lone ` here. Next one.")).toEqual(["A lone ` here.", "Next one."]);
});

test("lines are sentences of their own", () => {
  expect(split("First line\r\nsecond line\n\nthird")).toEqual([
    "First line",
    "second line",
    "third",
  ]);
});

test("closing quotes and brackets stay with their sentence", () => {
  expect(split('He said "Go." Then he left (quickly.) Done.')).toEqual([
    'He said "Go."',
    "Then he left (quickly.)",
    "Done.",
  ]);
});

test("a list number stays with its text", () => {
  expect(split("1. Install it. 2. Run it.")).toEqual(["1. Install it.", "2. Run it."]);
});

test("wide full stops end sentences without a space", () => {
  expect(split("設定します。次に起動します！")).toEqual(["設定します。", "次に起動します！"]);
});

test("every script's own stop ends a sentence", () => {
  expect(split("هل يعمل هذا؟ نعم. انتهى")).toHaveLength(3);
  expect(split("यह काम करता है। फिर चलाएँ।")).toHaveLength(2);
  expect(split("¿Cómo funciona? ¡Así! Fin.")).toEqual(["¿Cómo funciona?", "¡Así!", "Fin."]);
});

test("abbreviations of other languages do not end a sentence", () => {
  expect(split("Dateien, z. B. Bilder, d. h. Alles. Danach bzw. Später.")).toEqual([
    "Dateien, z. B. Bilder, d. h. Alles.",
    "Danach bzw. Später.",
  ]);
  expect(split("Ask your CA. Then run it.")).toHaveLength(2);
  expect(split("The value of x. Then run it.")).toHaveLength(2);
});

test("German and French closing quotes stay with their sentence", () => {
  expect(split("Er sagte „Los.“ Dann ging er.")).toEqual(["Er sagte „Los.“", "Dann ging er."]);
  expect(split("« Bonjour. » Ensuite il part.")).toEqual(["« Bonjour. »", "Ensuite il part."]);
});

test("positions point into the text", () => {
  const text = "  One here.  Two there. ";
  for (const sentence of sentences(text)) {
    expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
  }
});

test("hostile text is split to its end", () => {
  const runs = Array.from({ length: 700 }, (_, length) => "`".repeat(length)).join(" ");
  for (const text of [
    "` `` ".repeat(50_000),
    ". ".repeat(100_000),
    `.${" ".repeat(100_000)}`.repeat(3),
    "z. ".repeat(50_000),
    ". » ".repeat(50_000),
    runs,
  ]) {
    expect(sentences(text).at(-1)?.end).toBe(text.trimEnd().length);
  }
});
