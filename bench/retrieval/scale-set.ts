import { pick, type Random, seededRandom } from "../report/random.ts";
import type { DataSet, Doc } from "./data-set.ts";

const replacedShare = 0.15;
const seed = 28_000;

/**
 * The docs of all sets over and over until there are enough, each copy with some of its words taken from other docs, so that
 * no two are alike and the vocabulary stays that of real docs. The queries come from all sets in turns.
 */
export function makeScaleSet(sets: DataSet[], size: { docs: number; queries: number }): DataSet {
  const originals = sets.flatMap((set) =>
    set.docs.map((doc) => ({
      ...doc,
      id: `${set.name}-${doc.id}`,
      page: `${set.name}/${doc.page ?? doc.id}`,
    })),
  );
  const random = seededRandom(seed);
  const docs = originals.slice(0, size.docs);
  for (let copy = 1; docs.length < size.docs && originals.length > 0; copy += 1) {
    for (const doc of originals.slice(0, size.docs - docs.length))
      docs.push(varied(doc, copy, { random, originals }));
  }
  return { name: "scale", level: "page", docs, queries: inTurns(sets, size.queries), qrels: {} };
}

type Source = { random: Random; originals: Doc[] };

function varied(doc: Doc & { page: string }, copy: number, { random, originals }: Source) {
  const other = originals[Math.floor(random() * originals.length)] ?? doc;
  const [first = "", ...more] = other.text.split(" ");
  const words = doc.text
    .split(" ")
    .map((word) => (random() < replacedShare ? pick(random, [first, ...more]) : word));
  return {
    id: `${doc.id}-${copy}`,
    title: doc.title,
    text: words.join(" "),
    page: `${doc.page}-${copy}`,
  };
}

function inTurns(sets: DataSet[], count: number): DataSet["queries"] {
  const queries: DataSet["queries"] = [];
  const longest = Math.max(...sets.map((set) => set.queries.length));
  for (let place = 0; place < longest; place += 1) {
    for (const set of sets) {
      const query = set.queries[place];
      if (query && queries.length < count)
        queries.push({ id: `${set.name}-${query.id}`, text: query.text });
    }
  }
  return queries;
}
