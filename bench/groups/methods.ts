import { loadCentres, placeQuestions } from "../../src/insights/grouping/centres.ts";
import { createQuestionVectors, product } from "../../src/insights/grouping/question-vector.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { detectLanguage } from "../../src/text/detect-language.ts";
import { terms } from "../../src/text/terms.ts";
import { seededRandom } from "../report/random.ts";
import type { Sections } from "./find-sections.ts";

/** For each text the number of its group. */
export type Grouped = number[];

const embedder = bundledEmbedder();
export const vectors = createQuestionVectors(embedder);

const known = new Map<string, Float32Array>();
function vectorOf(text: string): Float32Array {
  const vector = known.get(text) ?? vectors.vectorOf(text);
  known.set(text, vector);
  return vector;
}

/** As Docent does it: one question after the other, in the order given, with what search finds for it. */
export function docentGroups(texts: string[], sections: Sections = new Map()): Grouped {
  let last = 0;
  const centres = loadCentres({ centres: [], members: [], dimensions: 256 }, () => {
    last += 1;
    return String(last);
  });
  const questions = texts.map((text, at) => ({
    ...{ id: String(at), textKey: vectors.keyOf(text) },
    vector: sections.has(text) ? vectors.vectorOf(text, sections.get(text)) : vectorOf(text),
  }));
  const grouped: Grouped = [];
  for (const question of questions) {
    const { placements, absorbed } = placeQuestions(centres, [question]);
    for (const { id, into } of absorbed)
      for (const [at, group] of grouped.entries())
        if (group === Number(id)) grouped[at] = Number(into);
    for (const { id, centreId } of placements) grouped[Number(id)] = Number(centreId);
  }
  return grouped;
}

const rounds = 20;
const starts = 3;

/** Lloyd's algorithm over the same vectors, told how many groups there are; the best of three starts. */
export function kMeansGroups(texts: string[], k: number): Grouped {
  const points = texts.map(vectorOf);
  let best: { grouped: Grouped; fit: number } = { grouped: [], fit: -1 };
  for (let start = 1; start <= starts; start += 1) {
    const tried = lloyd(points, k, start);
    if (tried.fit > best.fit) best = tried;
  }
  return best.grouped;
}

function lloyd(points: Float32Array[], k: number, seed: number) {
  let means = firstMeans(points, k, seed);
  let grouped: Grouped = [];
  for (let round = 0; round < rounds; round += 1) {
    const next = points.map((point) => nearest(point, means));
    const isSettled = next.every((group, at) => group === grouped[at]);
    grouped = next;
    if (isSettled) break;
    means = means.map((mean, group) => {
      const own = points.filter((_, at) => grouped[at] === group);
      return own.length === 0 ? mean : unitSum(own);
    });
  }
  const fit = points.reduce((sum, point, at) => {
    const mean = means[grouped[at] ?? 0];
    return sum + (mean ? product(point, mean) : 0);
  }, 0);
  return { grouped, fit };
}

/** Far from each other, as k-means++ picks them. */
function firstMeans(points: Float32Array[], k: number, seed: number): Float32Array[] {
  const random = seededRandom(seed);
  const means: Float32Array[] = [];
  const first = points[Math.floor(random() * points.length)];
  if (first) means.push(first);
  while (means.length < Math.min(k, points.length)) {
    const far = points.map(
      (point) => (1 - Math.max(...means.map((mean) => product(point, mean)))) ** 2,
    );
    let left = random() * far.reduce((sum, one) => sum + one, 0);
    const at = far.findIndex((one) => {
      left -= one;
      return left <= 0;
    });
    const chosen = points[at === -1 ? 0 : at];
    if (chosen) means.push(chosen);
  }
  return means;
}

function nearest(point: Float32Array, means: Float32Array[]): number {
  let [best, at] = [Number.NEGATIVE_INFINITY, 0];
  for (const [group, mean] of means.entries()) {
    const near = product(point, mean);
    if (near > best) [best, at] = [near, group];
  }
  return at;
}

function unitSum(points: Float32Array[]): Float32Array {
  const sum = new Float32Array(points[0]?.length ?? 0);
  for (const point of points)
    for (const [at, value] of point.entries()) sum[at] = (sum[at] ?? 0) + value;
  const length = Math.sqrt(product(sum, sum)) || 1;
  return sum.map((value) => value / length);
}

/** Single link by the share of stemmed words that two questions have in common (Jaccard). */
export function lexicalGroups(texts: string[], threshold: number): Grouped {
  const bags = texts.map((text) => new Set(terms(text, detectLanguage(text))));
  return singleLink(texts.length, (one, other) => jaccard(bags[one], bags[other]) >= threshold);
}

/** The same, by the vectors. */
export function singleLinkGroups(texts: string[], threshold: number): Grouped {
  const points = texts.map(vectorOf);
  const zero = new Float32Array(256);
  return singleLink(
    texts.length,
    (one, other) => product(points[one] ?? zero, points[other] ?? zero) >= threshold,
  );
}

function singleLink(size: number, isNear: (one: number, other: number) => boolean): Grouped {
  const grouped = Array.from({ length: size }, (_, at) => at);
  for (let one = 0; one < size; one += 1)
    for (let other = one + 1; other < size; other += 1) {
      const [keep, drop] = [grouped[one] ?? 0, grouped[other] ?? 0];
      if (keep === drop || !isNear(one, other)) continue;
      for (const [at, group] of grouped.entries()) if (group === drop) grouped[at] = keep;
    }
  return grouped;
}

function jaccard(one: Set<string> = new Set(), other: Set<string> = new Set()): number {
  const both = [...one].filter((term) => other.has(term)).length;
  return both / (one.size + other.size - both || 1);
}
