import { sentences } from "../text/sentences.ts";

export type Cited = { path: string; heading: string; quote: string };
export type Answered = { text: string; citations: Cited[] };

/** One line of a comparison; `before` or `after` is absent where there is no counterpart. */
export type Change<Item> = { before?: Item; after?: Item };

export type AnswerDifference = {
  sentences: Change<string>[];
  citations: Change<Cited>[];
};

const mostSentences = 500;
const sameWords = 0.5;

/** What changed from one answer to another. The numbers of citations, and on which lines a quote stands, are no change. */
export function compareAnswers(before: Answered, after: Answered): AnswerDifference {
  return {
    sentences: compareLists(sentenceList(before.text), sentenceList(after.text), {
      key: plain,
      isAkin: (left, right) => sharedWords(left, right) >= sameWords,
    }),
    citations: compareLists(before.citations, after.citations, {
      key: (cited) => JSON.stringify([cited.path, cited.heading, cited.quote]),
      isAkin: (left, right) => left.path === right.path,
    }),
  };
}

function sentenceList(text: string): string[] {
  return sentences(text)
    .map((sentence) => sentence.text.trim())
    .filter((sentence) => plain(sentence) !== "")
    .slice(0, mostSentences);
}

function plain(sentence: string): string {
  return sentence
    .replace(/\[\d{1,4}\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

type Rules<Item> = { key(item: Item): string; isAkin(left: Item, right: Item): boolean };

/** By the longest common run of items: what lies between two of them was removed, added or, where alike, changed. */
function compareLists<Item>(before: Item[], after: Item[], rules: Rules<Item>): Change<Item>[] {
  const lengths = commonLengths(before.map(rules.key), after.map(rules.key));
  const changes: Change<Item>[] = [];
  let removed: Item[] = [];
  let added: Item[] = [];
  const settle = () => {
    changes.push(...pairUp(removed, added, rules.isAkin));
    removed = [];
    added = [];
  };
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, fresh] = [before[left], after[right]];
    if (old !== undefined && fresh !== undefined && rules.key(old) === rules.key(fresh)) {
      settle();
      left += 1;
      right += 1;
      continue;
    }
    const isRemoved = lengthAt(lengths, left + 1, right) >= lengthAt(lengths, left, right + 1);
    if (old !== undefined && (fresh === undefined || isRemoved)) {
      removed.push(old);
      left += 1;
      continue;
    }
    if (fresh !== undefined) added.push(fresh);
    right += 1;
  }
  settle();
  return changes;
}

function commonLengths(before: string[], after: string[]): Uint16Array[] {
  const lengths = Array.from(
    { length: before.length + 1 },
    () => new Uint16Array(after.length + 1),
  );
  for (let left = before.length - 1; left >= 0; left -= 1) {
    for (let right = after.length - 1; right >= 0; right -= 1) {
      const row = lengths[left];
      if (row === undefined) continue;
      row[right] =
        before[left] === after[right]
          ? lengthAt(lengths, left + 1, right + 1) + 1
          : Math.max(lengthAt(lengths, left + 1, right), lengthAt(lengths, left, right + 1));
    }
  }
  return lengths;
}

function lengthAt(lengths: Uint16Array[], left: number, right: number): number {
  return lengths[left]?.[right] ?? 0;
}

function pairUp<Item>(
  removed: Item[],
  added: Item[],
  isAkin: (left: Item, right: Item) => boolean,
): Change<Item>[] {
  const open = [...added];
  const changes = removed.map((before): Change<Item> => {
    const at = open.findIndex((after) => isAkin(before, after));
    const [after] = at < 0 ? [] : open.splice(at, 1);
    return after === undefined ? { before } : { before, after };
  });
  return [...changes, ...open.map((after) => ({ after }))];
}

function sharedWords(left: string, right: string): number {
  const [first, second] = [wordsOf(left), wordsOf(right)];
  const shared = first.intersection(second).size;
  return shared / Math.max(first.union(second).size, 1);
}

function wordsOf(sentence: string): Set<string> {
  return new Set(plain(sentence).toLowerCase().split(" "));
}
