import { seededRandom } from "../report/random.ts";
import type { Grouped } from "./methods.ts";
import type { LabelledQuestion } from "./read-set.ts";

export type Score = { precision: number; recall: number; f1: number };
export type Method = (questions: LabelledQuestion[]) => Grouped;

const orders = 3;

/** Over pairs of questions: of those put together, how many ask for the same; of those that do, how many are together. The mean of three orders. */
export function scoreMethod(sets: LabelledQuestion[][], method: Method): Score {
  const scores = Array.from({ length: orders }, (_, order) => scoreOnce(sets, method, order + 1));
  const mean = (of: (score: Score) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return {
    precision: mean((s) => s.precision),
    recall: mean((s) => s.recall),
    f1: mean((s) => s.f1),
  };
}

function scoreOnce(sets: LabelledQuestion[][], method: Method, seed: number): Score {
  let [right, together, same] = [0, 0, 0];
  for (const set of sets) {
    const questions = shuffled(set, seed);
    const grouped = method(questions);
    for (let one = 0; one < questions.length; one += 1)
      for (let other = one + 1; other < questions.length; other += 1) {
        const isSame = questions[one]?.kind === questions[other]?.kind;
        const isTogether = grouped[one] === grouped[other];
        if (isSame) same += 1;
        if (isTogether) together += 1;
        if (isSame && isTogether) right += 1;
      }
  }
  const precision = right / (together || 1);
  const recall = right / (same || 1);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) };
}

function shuffled<Item>(items: Item[], seed: number): Item[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
