import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { countTerms, nameGroup, type TermCounts } from "./name-group.ts";

function named(questions: string[], others: string[] = []) {
  const all: TermCounts = { questions: 0, counts: new Map(), importance: embedder.importance };
  for (const question of [...questions, ...others]) countTerms(all, question);
  return nameGroup(questions, all);
}

test("a group is named by words that several of its questions say, in the order they say them", () => {
  const questions = [
    "How do I reset my password?",
    "password reset",
    "I forgot my password, how can I reset it?",
    "reset the password of my account",
  ];
  expect(named(questions).name.split(" ").sort()).toEqual(["password", "reset"]);
});

test("words that all of the project's questions say tell nothing", () => {
  const others = Array.from(
    { length: 50 },
    (_, at) => `How do I configure Acme topic${at} webhooks?`,
  );
  const { words } = named(
    ["Acme invoices", "invoices of Acme", "Where are Acme invoices?"],
    others,
  );
  expect(words[0]).toBe("invoices");
});

test("what may be a person's or a secret stands in no name", () => {
  const { name, words } = named(["my mail ada@example.com and token 123456789 do not work"]);
  expect(`${name} ${words}`).not.toMatch(/@|example\.com|1234/);
});

test("a question without words is shown by its beginning", () => {
  expect(named(["???"])).toMatchObject({ name: "???", words: [] });
});
