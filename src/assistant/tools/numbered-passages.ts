import type { Passage } from "../../search/hit.ts";

export type NumberedPassages = ReturnType<typeof numberPassages>;

/** The passages a model may cite. The server owns their numbers, which never change while an answer is written. */
export function numberPassages(first: Passage[]) {
  const list = [...first];
  const numbers = new Map(list.map((passage, place) => [keyOf(passage), place + 1]));
  return {
    /** Passage n stands at place n - 1. */
    list: list as readonly Passage[],
    /** The passage's number, a new one if it is not there yet. */
    add(passage: Passage): number {
      const known = numbers.get(keyOf(passage));
      if (known !== undefined) return known;
      list.push(passage);
      numbers.set(keyOf(passage), list.length);
      return list.length;
    },
  };
}

function keyOf({ path, startLine, endLine }: Passage): string {
  return `${startLine}-${endLine} ${path}`;
}

/** A passage as the model sees it. */
export function shownPassage(number: number, passage: Passage) {
  return {
    number,
    page: passage.title,
    path: passage.path,
    section: passage.headings.join(" > "),
    text: passage.content,
  };
}
