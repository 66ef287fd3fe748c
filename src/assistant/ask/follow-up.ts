import { terms } from "../../text/terms.ts";

export type Standing = {
  /** Earlier questions that the question leans on, newest last. */
  earlier: string[];
  /** How much they count beside the question itself; 0 when it stands alone. */
  weight: number;
};

const opener = /^(and|but|or|so|then|also|what about|how about|what if|why not|ok|okay)\b/i;
const pronoun =
  /\b(it|its|they|them|their|this|that|these|those|one|ones|there|same|instead|again)\b/i;
const shortQuestion = 3;

/** "And how do I revoke it?" is about what was asked before: it says so itself, by its opening, a pronoun or its brevity. */
export function standing(question: string, earlierQuestions: string[]): Standing {
  const earlier = earlierQuestions.slice(-2);
  if (earlier.length === 0) return { earlier: [], weight: 0 };
  const content = new Set(terms(question)).size;
  const leans = opener.test(question.trim()) || (pronoun.test(question) && content <= 5);
  if (leans) return { earlier, weight: 0.6 };
  if (content < shortQuestion) return { earlier, weight: 0.3 };
  return { earlier, weight: 0 };
}
