import { measuredHits, type SearchResult } from "../../search/hit.ts";
import { terms } from "../../text/terms.ts";

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
  coverage: 1.85,
  focus: 1.99,
  agreement: 3.52,
  missing: -0.64,
  strangeness: -0.51,
  rival: -2.39,
  margin: 2.19,
  spread: 2.88,
  length: 2.91,
  size: -4.74,
  uncounted: -2.53,
  bias: -4.15,
};
/** Log odds from which an answer stands without reserve, and from which there is one at all. */
const odds = { enough: -0.4, partly: -3.75 };

export type EvidenceFeatures = Record<Exclude<keyof typeof weights, "bias">, number>;

const asksForNumber = /\bhow (?:much|many|long|often|large|big|fast|far)\b/i;
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|once|twice|daily|hourly|unlimited|indefinitely|infinite)\b/i;
const longQuestion = 20;
const sizeScale = 10;
/** No docs that the weights were fitted on have fewer. */
const fewestPassages = 400;
/** Beyond these nearly every word stands somewhere already. */
const manyPassages = 8_000;

/** What the decision goes by. The best hit's own values count: a passage that is not quoted answers nothing. */
export function evidenceFeatures(found: SearchResult, question: string): EvidenceFeatures {
  const [best] = found.hits;
  const length = question.match(/[\p{L}\d_.-]+/gu)?.length ?? 0;
  return {
    coverage: best?.coverage ?? 0,
    focus: best?.focus ?? 0,
    agreement: best?.agreement ?? 0,
    missing: missingOf(found) / sizeOf(found),
    strangeness: found.strangeness,
    ...found.contest,
    length: Math.min(1, length / longQuestion),
    size: Math.min(sizeOf(found), Math.log(manyPassages)) / sizeScale,
    uncounted: asksForNumber.test(question) && !number.test(best?.passage.content ?? "") ? 1 : 0,
  };
}

function sizeOf({ passages }: SearchResult): number {
  return Math.log(Math.max(fewestPassages, passages));
}

/** How much the most telling word of the question says that the best hit does not have as it is. */
function missingOf({ hits: [best], weights }: SearchResult): number {
  if (best === undefined) return 0;
  const { title, headings, content } = best.passage;
  const own = new Set(terms([title, ...headings, content].join("\n")));
  const missing = Object.entries(weights).filter(([term]) => !own.has(term));
  return Math.max(0, ...missing.map(([, weight]) => weight));
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
