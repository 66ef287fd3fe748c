import { editDistance } from "../../text/edit-distance.ts";

/** Finds the name most like another among many; undefined when none is like it. */
export type Suggest = (wanted: string) => string | undefined;

const maxSearches = 100;
const longest = 60;
const mostNames = 20;
/** Looked at for one search, so that many searches among many names stay cheap. */
const mostCandidates = 200;

/** `names` are paths or addresses. What counts is their last part, then what stands before it. */
export function createSuggest(names: () => Iterable<string>): Suggest {
  let index: Index | undefined;
  let searches = 0;
  return (wanted) => {
    searches += 1;
    if (searches > maxSearches) return undefined;
    index ??= indexOf(names());
    const last = lastPart(wanted);
    const same = index.parts.get(last);
    if (same !== undefined) return nearest(wanted, same.names);
    let best = { score: 0.6, names: [] as string[] };
    for (const part of candidates(index, last)) {
      const score = likeness(last, part.text);
      if (score === best.score) best.names.push(...part.names);
      if (score > best.score) best = { score, names: [...part.names] };
    }
    return nearest(wanted, best.names);
  };
}

/** Names by their last part, and those parts by word and by length. */
type Part = { text: string; names: string[] };
type Index = {
  parts: Map<string, Part>;
  byWord: Map<string, Part[]>;
  byLength: Map<number, Part[]>;
};

function indexOf(names: Iterable<string>): Index {
  const index: Index = { parts: new Map(), byWord: new Map(), byLength: new Map() };
  for (const name of names) {
    const text = lastPart(name);
    const known = index.parts.get(text);
    if (known !== undefined && known.names.length < mostNames) known.names.push(name);
    if (known !== undefined || text === "" || text.length > longest) continue;
    const part = { text, names: [name] };
    index.parts.set(text, part);
    for (const word of wordsOf(text)) add(index.byWord, word, part);
    add(index.byLength, text.length, part);
  }
  return index;
}

function add<Key>(map: Map<Key, Part[]>, key: Key, part: Part): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [part]);
  else held.push(part);
}

/** What has a word in common, those with the rarest word first, or about as many letters. */
function candidates({ byWord, byLength }: Index, last: string): Part[] {
  if (last === "" || last.length > longest) return [];
  const lists = [...wordsOf(last)].map((word) => byWord.get(word) ?? []);
  const most = mostSlips(last);
  for (let slips = 0; slips <= most; slips += 1) {
    lists.push(byLength.get(last.length - slips) ?? [], byLength.get(last.length + slips) ?? []);
  }
  const found = new Set<Part>();
  for (const list of lists.sort((one, other) => one.length - other.length)) {
    for (const part of list.slice(0, mostCandidates)) found.add(part);
  }
  return [...found].slice(0, mostCandidates);
}

function lastPart(name: string): string {
  const bare = name.replace(/\.mdx?$/i, "").replace(/\/(?:index|readme)$/i, "");
  return bare.slice(bare.lastIndexOf("/") + 1).toLowerCase();
}

/** The one that shares most folders with what was wanted. */
function nearest(wanted: string, names: string[]): string | undefined {
  const folders = new Set(wanted.split("/").slice(0, -1));
  let best: { name: string; shared: number } | undefined;
  for (const name of names) {
    const parts = name.split("/").slice(0, -1);
    const shared = parts.filter((part) => folders.has(part)).length * 2 - parts.length;
    if (best === undefined || shared > best.shared) best = { name, shared };
  }
  return best?.name;
}

/** From 0 for nothing in common to 1 for the same: by words, or by letters for a slip of the pen. */
function likeness(one: string, other: string): number {
  // Another number is another thing, and no slip.
  if (one.replace(/\d+/g, "") === other.replace(/\d+/g, "")) return 0;
  const words = sharedWords(one, other);
  const most = mostSlips(one);
  const steps = editDistance(one, other, most);
  return steps > most ? words : Math.max(words, 0.95 - steps / 20);
}

/** How many slips of the pen two names of this length may differ by. */
function mostSlips(text: string): number {
  return Math.max(1, Math.floor(text.length / 4));
}

function sharedWords(one: string, other: string): number {
  const words = wordsOf(one);
  const others = wordsOf(other);
  const shared = words.intersection(others).size;
  return shared === 0 ? 0 : (2 * shared) / (words.size + others.size);
}

/** Words of one letter say nothing; numbers do. */
function wordsOf(name: string): Set<string> {
  return new Set(name.split(/[-_. ]+/).filter((word) => word.length > 1 || /\d/.test(word)));
}
