import { loadCentres, placeQuestions } from "../../src/insights/grouping/centres.ts";
import { residentMb } from "../report/memory.ts";
import { type Random, seededRandom } from "../report/random.ts";
import { vectors } from "./methods.ts";

export type SizeMeasure = {
  questions: number;
  groups: number;
  readS: number;
  placeS: number;
  longestMs: number;
  residentMb: number;
};

const batch = 200;

/** Groups as many questions as asked for, made of real ones with noise. Times are of the processor, whatever else the machine does. */
export function measureSizes(sizes: number[], texts: string[]): SizeMeasure[] {
  const words = wordsOf(texts);
  return sizes.map((size) => {
    const random = seededRandom(size);
    return measure(Array.from({ length: size }, () => noisy(pick(random, texts), words, random)));
  });
}

const wordsAsked = 5;

/** The same with questions of five words at random, which have next to nothing in common: the most groups that there can be. */
export function measureStrangers(sizes: number[], texts: string[]): SizeMeasure[] {
  const words = wordsOf(texts);
  return sizes.map((size) => {
    const random = seededRandom(size);
    const ask = () => Array.from({ length: wordsAsked }, () => pick(random, words)).join(" ");
    return measure(Array.from({ length: size }, ask));
  });
}

function wordsOf(texts: string[]): string[] {
  return [...new Set(texts.join(" ").split(/\s+/))];
}

function measure(asked: string[]): SizeMeasure {
  const size = asked.length;
  const readFrom = processorMs();
  const questions = asked.map((text, at) => ({
    ...{ id: String(at), textKey: vectors.keyOf(text), vector: vectors.vectorOf(text) },
  }));
  const readS = (processorMs() - readFrom) / 1_000;
  let opened = 0;
  const centres = loadCentres({ centres: [], members: [], dimensions: 256 }, () => {
    opened += 1;
    return String(opened);
  });
  let [placedMs, longestMs] = [0, 0];
  for (let start = 0; start < size; start += batch) {
    const from = processorMs();
    placeQuestions(centres, questions.slice(start, start + batch));
    const takenMs = processorMs() - from;
    placedMs += takenMs;
    longestMs = Math.max(longestMs, takenMs);
  }
  const groups = centres.rows.filter((row) => row !== undefined).length;
  return {
    questions: size,
    groups,
    readS,
    placeS: placedMs / 1_000,
    longestMs,
    residentMb: residentMb(),
  };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function noisy(text: string, words: string[], random: Random): string {
  const own = text.split(" ");
  for (let change = 0; change < 2; change += 1) {
    const at = Math.floor(random() * (own.length + 1));
    const taken = random() < 0.5 && own.length > 2 ? 1 : 0;
    if (random() < 0.7) own.splice(at, taken, pick(random, words));
    else own.splice(at, taken);
  }
  return own.join(" ");
}

function pick(random: Random, items: string[]): string {
  return items[Math.floor(random() * items.length)] ?? "";
}
