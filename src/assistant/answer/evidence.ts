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
  coverage: 2.46,
  focus: 4.09,
  gap: -0.6,
  strangeness: -0.59,
  rival: -2.15,
  margin: 2.19,
  spread: 2.7,
  length: 2.79,
  size: -2.97,
  uncounted: -2.53,
  bias: -4.49,
};
/** Log odds from which an answer stands without reserve, and from which there is one at all. */
const odds = { enough: -0.65, partly: -3.25 };

export type EvidenceFeatures = Record<Exclude<keyof typeof weights, "bias">, number>;

const asksForNumber = /\bhow (?:much|many|long|often|large|big|fast|far)\b/i;
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|once|twice|daily|hourly|unlimited|indefinitely|infinite)\b/i;
const longQuestion = 20;
const sizeScale = 10;
/** No docs that the weights were fitted on have fewer. */
const fewestPassages = 400;

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
    size: Math.log(Math.max(fewestPassages, found.passages)) / sizeScale,
    uncounted: asksForNumber.test(question) && !number.test(best?.passage.content ?? "") ? 1 : 0,
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
