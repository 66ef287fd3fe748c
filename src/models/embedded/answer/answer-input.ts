export type EmbeddedPassage = {
  n: number;
  path: string;
  title: string;
  headings: string[];
  anchor: string;
  startLine: number;
  /** The page's own Markdown or MDX lines. */
  content: string;
  /** As search gave it; 0 for a passage that only goes on with the section of one that was found. */
  score: number;
};

/** What the embedded model answers from. It never reads the prompt, so page text cannot pass for structure. */
export type EmbeddedInput = {
  /** The question, understandable on its own. */
  question: string;
  /** Earlier questions of the thread, newest last. */
  earlier: string[];
  /** Decided by the caller before the first word goes out. */
  evidence: "enough" | "partly" | "none";
  passages: EmbeddedPassage[];
  /** Pages to name when there is no evidence. */
  nearest: { title: string; url: string }[];
  /** How much each stemmed term of the question says about what is asked. */
  weights: Record<string, number>;
  /** Stemmed terms of the question that stand nowhere in the docs. */
  unknown: string[];
};
