import { measuredHits, type SearchResult } from "../../search/hit.ts";

/** `partly`: the docs speak of something near it, but may not answer it. */
export type Evidence = "enough" | "partly" | "none";

export type Asked = {
  question: string;
  /** It is a follow-up or comes with a selection, and says only part of what it means. */
  leans: boolean;
};

const enough = 1;
const partly = 0.32;
const allowance = 0.2;

/**
 * Decides before the first word whether the docs speak of what was asked. In a language the vectors do not know, the words
 * of the best passages alone decide.
 */
export function weighEvidence(found: SearchResult, { question, leans }: Asked): Evidence {
  if (found.hits.length === 0) return "none";
  const words = 1.5 * Math.max(...found.hits.slice(0, measuredHits).map((hit) => hit.coverage));
  const meaning = scaled(logOdds(found, question));
  const score = found.fluency * meaning + (1 - found.fluency) * words + (leans ? allowance : 0);
  // Whoever names a product that the docs never mention is not asking about these docs alone.
  if (score >= enough && found.unknownNames.length === 0) return "enough";
  return score >= partly ? "partly" : "none";
}

/** Fitted by `bench/evidence`; decisions/honest-reserve.md tells on what, and what it came to. */
const weights = {
  coverage: 2.42,
  focus: 2.7,
  gap: -0.32,
  strangeness: -0.25,
  rival: -2.93,
  margin: 2.34,
  spread: 3.09,
  length: 2.45,
  short: -0.83,
  why: -0.46,
  bias: -5.62,
};
/** Log odds from which an answer stands without reserve, and from which there is one at all. */
const odds = { enough: -0.35, partly: -3.1 };

export type EvidenceFeatures = Record<Exclude<keyof typeof weights, "bias">, number>;

const asksForReason = /^(?:why|who|when|how (?:much|many|long|often))\b/i;
const longQuestion = 20;
const shortSearch = 3;

/** What the decision goes by. The best hit's own values count: a passage that is not quoted answers nothing. */
export function evidenceFeatures(found: SearchResult, question: string): EvidenceFeatures {
  const [best] = found.hits;
  const length = question.match(/[\p{L}\d_.-]+/gu)?.length ?? 0;
  return {
    coverage: best?.coverage ?? 0,
    focus: best?.focus ?? 0,
    gap: best?.gap ?? 0,
    strangeness: found.strangeness,
    ...found.contest,
    length: Math.min(1, length / longQuestion),
    short: length <= shortSearch ? 1 : 0,
    why: asksForReason.test(question) ? 1 : 0,
  };
}

function logOdds(found: SearchResult, question: string): number {
  let sum = weights.bias;
  for (const [name, value] of Object.entries(evidenceFeatures(found, question)))
    sum += weights[name as keyof EvidenceFeatures] * value;
  return sum;
}

/** Brings log odds onto the scale on which the words are measured. */
function scaled(value: number): number {
  return enough + ((value - odds.enough) * (enough - partly)) / (odds.enough - odds.partly);
}
