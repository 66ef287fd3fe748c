/** Where a word stands, and what `hashed` makes of its letters one after the other. */
export type WordPlace = { start: number; end: number; hash: number };

/** The tokens of words, by what stands between two places of a text: no string is made to look one up. */
export type WordTable = {
  /** Looks for a word of ASCII letters and digits, or one mark, whatever its case. */
  find(text: string, place: WordPlace): readonly number[] | undefined;
  add(text: string, place: WordPlace, ids: readonly number[]): void;
};

const mostWords = 50_000;
const slotCount = 2 ** 17;
/** Words made to meet in one place are not kept, so that none takes long to find. */
const mostProbes = 8;
const lettersAtFirst = 2 ** 19;

export function createWordTable(): WordTable {
  const slots = new Uint16Array(slotCount);
  const hashes = new Int32Array(mostWords + 1);
  const places = new Uint32Array(mostWords + 2);
  const tokens: (readonly number[])[] = [[]];
  let letters = new Uint8Array(lettersAtFirst);

  const isAt = (word: number, text: string, start: number, end: number): boolean => {
    let at = places[word] ?? 0;
    if ((places[word + 1] ?? 0) - at !== end - start) return false;
    for (let from = start; from < end; from += 1, at += 1)
      if (letters[at] !== lowerAt(text, from)) return false;
    return true;
  };
  const clear = () => {
    slots.fill(0);
    tokens.length = 1;
  };
  return {
    find(text, { start, end, hash: raw }) {
      const hash = raw ^ (raw >>> 15);
      for (let probe = 0; probe < mostProbes; probe += 1) {
        const word = slots[(hash + probe) & (slotCount - 1)] ?? 0;
        if (word === 0) return undefined;
        if (hashes[word] === hash && isAt(word, text, start, end)) return tokens[word];
      }
      return undefined;
    },
    add(text, { start, end, hash: raw }, ids) {
      if (tokens.length > mostWords) clear();
      const word = tokens.length;
      const at = word === 1 ? 0 : (places[word] ?? 0);
      const hash = raw ^ (raw >>> 15);
      for (let probe = 0; probe < mostProbes; probe += 1) {
        const slot = (hash + probe) & (slotCount - 1);
        if (slots[slot] !== 0) continue;
        slots[slot] = word;
        hashes[word] = hash;
        places[word] = at;
        places[word + 1] = at + end - start;
        letters = roomFor(letters, at + end - start);
        for (let from = start; from < end; from += 1)
          letters[at + from - start] = lowerAt(text, from);
        tokens.push(ids);
        return;
      }
    },
  };
}

export const noHash = 0x811c9dc5 | 0;

/** With one more letter, in lower case. */
export function hashed(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

function lowerAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function roomFor(letters: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size <= letters.length) return letters;
  const larger = new Uint8Array(letters.length * 2);
  larger.set(letters);
  return larger;
}
