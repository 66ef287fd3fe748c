import type { Weights } from "./read-weights.ts";

export type Fluency = (text: string) => number;

const foreign = 0.5;
const fluent = 0.75;

/**
 * How far the model knows the language of a text, from 0 to 1: by the share of its words that are whole tokens. English
 * questions have 0.8 and more of them, German, Spanish, French or Russian ones at most half.
 */
export function createFluency(weights: Weights): Fluency {
  return (text) => {
    const words =
      text
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
    if (words.length === 0) return 0;
    const whole = words.filter((word) => weights.tokenIds.has(word)).length;
    return Math.min(1, Math.max(0, (whole / words.length - foreign) / (fluent - foreign)));
  };
}
