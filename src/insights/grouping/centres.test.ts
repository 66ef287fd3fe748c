import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { type Centres, loadCentres, matchQuestion, placeQuestions } from "./centres.ts";
import { createQuestionVectors } from "./question-vector.ts";

const vectors = createQuestionVectors(embedder);
const read = (text: string) => ({ textKey: vectors.keyOf(text), vector: vectors.vectorOf(text) });

function empty(): Centres {
  let last = 0;
  return loadCentres({ centres: [], members: [], dimensions: 256 }, () => {
    last += 1;
    return `ctr_${last}`;
  });
}

const texts = [
  ...["reset password", "How do I reset my password?", "forgot my password", "export as CSV"],
  ...["Can I download a CSV export?", "rate limit of requests", "too many requests error"],
  ...["How many requests per minute may I send?", "dark theme", "switch to dark mode"],
  ...["Passwort zurücksetzen", "Wie setze ich mein Passwort zurück?", "重置密码", "如何重置密码"],
];

/** Which texts are together, whatever their centres are called. */
function groupsOf(batch: number): string[] {
  const centres = empty();
  const places = new Map<string, string>();
  for (let start = 0; start < texts.length; start += batch) {
    const some = texts.slice(start, start + batch).map((text) => ({ id: text, ...read(text) }));
    const { placements, absorbed } = placeQuestions(centres, some);
    for (const { id, into } of absorbed)
      for (const [text, centre] of places) if (centre === id) places.set(text, into);
    for (const { id, centreId } of placements) places.set(id, centreId);
  }
  return [...Map.groupBy(texts, (text) => places.get(text)).values()].map((group) =>
    group.sort().join(" | "),
  );
}

test("it makes no difference how many questions come at once", () => {
  const atOnce = groupsOf(texts.length);
  for (const batch of [1, 2, 5]) expect(groupsOf(batch)).toEqual(atOnce);
  expect(atOnce).toContain("Can I download a CSV export? | export as CSV");
  expect(atOnce).toContain("如何重置密码 | 重置密码");
});

test("centres that were stored go on as they were", () => {
  const before = empty();
  const asked = texts.map((text) => ({ id: text, ...read(text) }));
  const { centres, placements } = placeQuestions(before, asked);
  const places = new Map(placements.map(({ id, centreId }) => [id, centreId]));
  const stored = centres.map((centre) => ({ ...centre, isHeld: false }));
  const after = loadCentres({ centres: stored, members: [], dimensions: 256 }, () => "new");
  for (const text of texts) expect(matchQuestion(after, read(text))).toBe(places.get(text));
});

test("two centres that people decided on stay two, and take nothing from each other", () => {
  const vector = new Uint8Array();
  const one = placeQuestions(empty(), [{ id: "a", ...read("reset password") }]).centres[0];
  const held = ["one", "two"].map((id) => ({
    ...{ id, size: 1, vector: one?.vector ?? vector, isHeld: true },
  }));
  const centres = loadCentres({ centres: held, members: [], dimensions: 256 }, () => "new");
  const { absorbed } = placeQuestions(centres, [{ id: "b", ...read("reset the password") }]);
  expect(absorbed).toEqual([]);
});
