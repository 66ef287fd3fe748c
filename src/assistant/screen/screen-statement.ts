/** The text a marker vouches for: what was said since the marker before it. */
export type Statement = {
  say(text: string): void;
  /** The statement with what is about to be said; undefined when nothing was said at all. */
  claim(upcoming: string): string | undefined;
  /** A marker right behind another one cites the same statement. */
  cite(): void;
};

const word = /[\p{L}\p{N}]/u;
const longestStatement = 20_000;

export function createStatement(): Statement {
  let text = "";
  let isCited = true;
  return {
    say(said) {
      if (isCited && word.test(said)) {
        text = "";
        isCited = false;
      }
      text += said;
      if (text.length > 2 * longestStatement) text = text.slice(-longestStatement);
    },
    claim(upcoming) {
      const isNew = isCited && word.test(upcoming);
      const claim = isNew ? upcoming : text + upcoming;
      return word.test(claim) ? claim : undefined;
    },
    cite() {
      isCited = true;
    },
  };
}
