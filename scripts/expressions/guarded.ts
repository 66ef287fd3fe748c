/** An expression that may stay although the checker finds none of it linear: what keeps its text short, or its parts plain. */
export type Guarded = { file: string; expression: string; reason: string };

/** Each has a test beside its file that shows how its time grows. */
export const guarded: Guarded[] = [
  {
    file: "src/docs/site/hugo/hugo.ts",
    expression: "new RegExp",
    reason:
      "a site's own patterns: of one repetition each, on the first thousand characters of a path",
  },
];
