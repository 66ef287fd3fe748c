import { expect, test } from "vitest";
import type { Contest, FoundPassage, SearchResult } from "../../search/hit.ts";
import { type Evidence, evidenceFeatures, weighEvidence } from "./evidence.ts";

const levels: Evidence[] = ["none", "partly", "enough"];
const question = "How do I rotate the signing key of a project?";
const alone = { question, leans: false };
const leaning = { question, leans: true };
const clear: Contest = { margin: 0.6, spread: 0.4, rival: 0 };
const lost: Contest = { margin: 0, spread: 0, rival: 0.2 };

test("no hits are no evidence", () => {
  expect(weighEvidence(found([], 1), alone)).toBe("none");
  expect(weighEvidence(found([], 0), leaning)).toBe("none");
});

test("a passage that has the question in one block and stands out is enough, one that has nothing of it is none", () => {
  expect(weighEvidence(found([hit({})], 1), alone)).toBe("enough");
  const poor = hit({ coverage: 0, focus: 0.1, agreement: 0.2 });
  expect(weighEvidence(found([poor], 1, { contest: lost }), alone)).toBe("none");
  expect(weighEvidence(found([poor], 1, { contest: lost }), leaning)).toBe("none");
});

test("what is quoted must have the question: a later hit that has it does not make up for the first", () => {
  const poor = hit({ coverage: 0.1, focus: 0.3, agreement: 0.4 });
  const contest = { margin: 0.05, spread: 0, rival: 0.3 };
  expect(weighEvidence(found([poor, hit({})], 1, { contest }), alone)).not.toBe("enough");
});

test("evidence only grows with coverage, focus, agreement, margin, spread and leaning, and falls with rivals", () => {
  const level = (values: Partial<FoundPassage>, contest: Partial<Contest> = {}, asked = alone) =>
    levels.indexOf(
      weighEvidence(found([hit(values)], 1, { contest: { ...clear, ...contest } }), asked),
    );
  for (let value = 0; value < 1; value += 0.05) {
    const more = value + 0.05;
    const base = { coverage: value, focus: value };
    expect(level({ coverage: more, focus: value })).toBeGreaterThanOrEqual(level(base));
    expect(level({ coverage: value, focus: more })).toBeGreaterThanOrEqual(level(base));
    expect(level(base, {}, leaning)).toBeGreaterThanOrEqual(level(base));
    for (const name of ["margin", "spread"] as const)
      expect(level(base, { [name]: more })).toBeGreaterThanOrEqual(level(base, { [name]: value }));
    expect(level(base, { rival: more })).toBeLessThanOrEqual(level(base, { rival: value }));
    expect(level({ ...base, agreement: more })).toBeGreaterThanOrEqual(
      level({ ...base, agreement: value }),
    );
  }
});

test("a page among many that say nearly the same is given with reserve", () => {
  const half = hit({ coverage: 0.6, focus: 0.5, agreement: 0.6 });
  expect(weighEvidence(found([half], 1, { contest: lost }), alone)).toBe("partly");
});

test("in a language the vectors do not know, the words alone count", () => {
  const words = hit({ coverage: 1, focus: 0, agreement: 0 });
  expect(weighEvidence(found([words], 0, { contest: lost }), alone)).toBe("enough");
  expect(weighEvidence(found([hit({ coverage: 0 })], 0), alone)).toBe("none");
});

test("a name that the docs never mention leaves a reserve", () => {
  expect(weighEvidence(found([hit({})], 1), alone)).toBe("enough");
  const named = found([hit({})], 1, { unknownNames: ["Kubernetes"] });
  expect(weighEvidence(named, alone)).toBe("partly");
});

const fair = hit({ coverage: 0.7, focus: 0.65, agreement: 0.6 });
const someway: Contest = { margin: 0.4, spread: 0.3, rival: 0 };

test("who asks for a number and finds a passage without one is answered with reserve", () => {
  const asked = (content: string) => {
    const passage = { ...fair.passage, content };
    const near = found([{ ...fair, passage }], 1, { contest: someway });
    return weighEvidence(near, { ...alone, question: "How long does a session of a reader last?" });
  };
  expect(asked("A session of a reader lasts 30 minutes.")).toBe("enough");
  expect(asked("A session of a reader lasts for one hour.")).toBe("enough");
  expect(asked("A session of a reader does not last.")).not.toBe("enough");
});

test("the most telling word that the passage lacks counts, and those that it has do not", () => {
  const missing = (content: string) => {
    const weights = { rotat: 2, kubernet: 8 };
    const passage = { ...fair.passage, content };
    return evidenceFeatures(found([{ ...fair, passage }], 1, { weights }), question).missing;
  };
  expect(missing("Rotate it on Kubernetes.")).toBe(0);
  expect(missing("On Kubernetes.")).toBeGreaterThan(0);
  expect(missing("Rotate it.")).toBeCloseTo(4 * missing("On Kubernetes."));
});

test("the same hit says less in large docs, where every word stands somewhere", () => {
  const among = (passages: number) =>
    weighEvidence(found([fair], 1, { contest: someway, passages }), alone);
  expect(among(200)).toBe("enough");
  expect(among(60_000)).toBe("partly");
});

function found(
  hits: FoundPassage[],
  fluency: number,
  values: Partial<SearchResult> = {},
): SearchResult {
  const nothing = { weights: {}, unknown: [], unknownNames: [], strangeness: 0 };
  return { hits, passages: 3_000, contest: clear, fluency, ...nothing, ...values };
}

function hit(values: Partial<FoundPassage>): FoundPassage {
  const text = {
    path: "a.md",
    title: "",
    description: "",
    anchor: "",
    laterHeadings: [],
    content: "",
    text: "",
  };
  const passage = {
    id: "",
    ...text,
    headings: [],
    startLine: 1,
    endLine: 1,
    metadata: {},
    address: "",
    baseUrl: "",
    section: [],
  };
  const measured = { coverage: 1, agreement: 1, similarity: 0.8, focus: 1, naming: 0.5 };
  return { passage, relevance: 1, score: 1, ...measured, ...values };
}
