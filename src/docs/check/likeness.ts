/** From 0 for nothing in common to 1 for the same: by words, or by letters for a slip of the pen. */
export function likeness(one: string, other: string): number {
  // Another number is another thing, and no slip.
  if (one.replace(/\d+/g, "") === other.replace(/\d+/g, "")) return 0;
  const words = sharedWords(one, other);
  const most = mostSlips(one);
  if (Math.abs(one.length - other.length) > most) return words;
  const steps = distance(one, other);
  return steps > most ? words : Math.max(words, 0.95 - steps / 20);
}

/** How many slips of the pen two names of this length may differ by. */
export function mostSlips(text: string): number {
  return Math.max(1, Math.floor(text.length / 4));
}

function sharedWords(one: string, other: string): number {
  const words = wordsOf(one);
  const others = wordsOf(other);
  const shared = words.intersection(others).size;
  return shared === 0 ? 0 : (2 * shared) / (words.size + others.size);
}

/** Words of one letter say nothing; numbers do. */
export function wordsOf(name: string): Set<string> {
  return new Set(name.split(/[-_. ]+/).filter((word) => word.length > 1 || /\d/.test(word)));
}

/** How many letters have to be put in, taken out, changed or swapped with the next. */
function distance(one: string, other: string): number {
  const width = other.length + 1;
  const steps = new Uint8Array((one.length + 1) * width);
  const at = (row: number, column: number) => steps[row * width + column] ?? 0;
  for (let row = 0; row <= one.length; row += 1) steps[row * width] = row;
  for (let column = 0; column < width; column += 1) steps[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column < width; column += 1) {
      const change = at(row - 1, column - 1) + Number(one[row - 1] !== other[column - 1]);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swap = isSwap ? at(row - 2, column - 2) + 1 : change;
      const shift = Math.min(at(row - 1, column), at(row, column - 1)) + 1;
      steps[row * width + column] = Math.min(change, swap, shift);
    }
  }
  return at(one.length, other.length);
}
