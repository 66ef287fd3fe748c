import { normalForm } from "../../../lib/normal-form.ts";
import { mostTokens, type Weights } from "./read-weights.ts";
import { createWordTable, hashed, noHash, type WordPlace, type WordTable } from "./word-table.ts";

const cachedRuns = 20_000;
const cache = new WeakMap<Weights, Known>();

/** Words of plain ASCII, and runs of any other characters: docs use the same ones over and over, and cutting them is the slow part. */
type Known = { words: WordTable; runs: Map<string, number[]> };
type Reading = { weights: Weights; text: string; known: Known; ids: number[] };

const strange = 0;
const space = 1;
const mark = 2;
const small = 3;
const capital = 4;
const kinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/**
 * BERT's tokens of a text, as ids: lower-cased words cut greedily into the longest known pieces. White space parts a text
 * into runs that do not touch each other's tokens; those of plain ASCII are read in one pass, any other in full.
 */
export function wordPieces(weights: Weights, text: string): number[] {
  const known = cache.get(weights) ?? { words: createWordTable(), runs: new Map() };
  cache.set(weights, known);
  const ids: number[] = [];
  const reading = { weights, text, known, ids };
  for (let at = 0; at < text.length && ids.length < mostTokens; at += 1) {
    if (kindAt(text, at) === space) continue;
    const before = ids.length;
    const end = readPlainRun(reading, at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    ids.length = before;
    const start = at;
    while (at < text.length && kindAt(text, at) !== space) at += 1;
    add(ids, strangeRun(reading, text.slice(start, at)));
  }
  return ids;
}

function kindOf(character: string): number {
  if (/[ \t\n\r]/.test(character)) return space;
  if (/[a-z0-9]/.test(character)) return small;
  if (/[A-Z]/.test(character)) return capital;
  return /[!-~]/.test(character) ? mark : strange;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] ?? strange) : strange;
}

/** Where the run ends, or nothing if it holds a character that only a full reading understands. */
function readPlainRun(reading: Reading, start: number): number | undefined {
  const { text, ids, weights } = reading;
  let [wordStart, hash, previous, at] = [start, noHash, space, start];
  for (; at < text.length && ids.length < mostTokens; at += 1) {
    const kind = kindAt(text, at);
    if (kind === strange) return undefined;
    const startsWord = kind === capital && previous === small && weights.splitsCamelCase;
    previous = kind;
    const letter = text.charCodeAt(at) + (kind === capital ? toSmall : 0);
    if (kind >= small && !startsWord) {
      hash = hashed(hash, letter);
      continue;
    }
    if (wordStart < at) add(ids, plainWord(reading, { start: wordStart, end: at, hash }));
    if (kind === space) return at;
    [wordStart, hash] = [at, hashed(noHash, letter)];
    if (kind !== mark) continue;
    add(ids, plainWord(reading, { start: at, end: at + 1, hash }));
    [wordStart, hash] = [at + 1, noHash];
  }
  if (wordStart < at) add(ids, plainWord(reading, { start: wordStart, end: at, hash }));
  return at;
}

const toSmall = 32;

function plainWord({ weights, text, known }: Reading, place: WordPlace) {
  const { start, end } = place;
  if (end - start > longestWord) return [weights.unknownId];
  const found = known.words.find(text, place);
  if (found) return found;
  const ids = cutWord(weights, text.slice(start, end).toLowerCase());
  known.words.add(text, place, ids);
  return ids;
}

function strangeRun({ weights, known: { runs } }: Reading, run: string): number[] {
  const found = runs.get(run);
  if (found) return found;
  const ids: number[] = [];
  for (const word of basicWords(weights, run)) {
    add(ids, cutWord(weights, word));
    if (ids.length === mostTokens) break;
  }
  if (run.length > longestWord) return ids;
  if (runs.size >= cachedRuns) runs.clear();
  runs.set(copyOf(run), ids);
  return ids;
}

/** A slice of a text keeps the whole text in memory; a copy does not. */
function copyOf(slice: string): string {
  return Buffer.from(slice, "utf16le").toString("utf16le");
}

function add(ids: number[], more: readonly number[]): void {
  for (let at = 0; at < more.length && ids.length < mostTokens; at += 1) ids.push(more[at] ?? 0);
}

/** In characters; a longer word is unknown. */
const longestWord = 100;

const continuation = "##";

/** The ids of a lower-cased word's pieces, from its start always the longest that is a token. */
export function cutWord(weights: Weights, word: string): number[] {
  const { tokenIds, unknownId, longestToken } = weights;
  if (word.length > longestWord && [...word].length > longestWord) return [unknownId];
  const ids: number[] = [];
  let rest = word;
  let least = 1;
  while (rest.length >= least) {
    let length = Math.min(rest.length, longestToken);
    let id = tokenIds.get(rest.slice(0, length));
    while (id === undefined && length > least) {
      length -= 1;
      id = tokenIds.get(rest.slice(0, length));
    }
    if (id === undefined) return [unknownId];
    ids.push(id);
    rest = continuation + rest.slice(length);
    least = continuation.length + 1;
  }
  return ids;
}

const punctuation = /[!-/:-@[-`{-~\p{P}]/u;
const ideograph =
  /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/** BERT's words of a text in any script: lower-cased, without accents, every punctuation mark and ideograph alone. */
export function* basicWords(weights: Weights, text: string): Generator<string> {
  const split = weights.splitsCamelCase ? text.replace(/([a-z0-9])([A-Z])/g, "$1 $2") : text;
  const plain = split
    .replace(/[\t\n\r]/g, " ")
    .replace(/\p{C}|\ufffd/gu, "")
    .replace(ideograph, " $& ")
    .toLowerCase();
  const cleaned = normalForm(plain, "NFD").replace(/\p{Mn}/gu, "");
  for (const run of cleaned.split(/\s+/)) {
    let word = "";
    for (const character of run) {
      if (!punctuation.test(character)) {
        word += character;
        continue;
      }
      if (word !== "") yield word;
      yield character;
      word = "";
    }
    if (word !== "") yield word;
  }
}
