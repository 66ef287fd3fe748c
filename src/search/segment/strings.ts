/** Texts side by side in one block of bytes, by their places. */
export type Strings = {
  readonly length: number;
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
  at(place: number): string;
};

export function openStrings(offsets: Uint32Array, bytes: Uint8Array): Strings {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    length: Math.max(0, offsets.length - 1),
    offsets,
    bytes,
    at: (place) => buffer.toString("utf8", offsets[place] ?? 0, offsets[place + 1] ?? 0),
  };
}

export function packStrings(texts: string[]): Strings {
  const offsets = new Uint32Array(texts.length + 1);
  let length = 0;
  for (const [place, text] of texts.entries()) {
    length += Buffer.byteLength(text);
    offsets[place + 1] = length;
  }
  const bytes = Buffer.allocUnsafeSlow(length);
  for (const [place, text] of texts.entries()) bytes.write(text, offsets[place] ?? 0);
  return openStrings(offsets, bytes);
}

/** Below 0 where the one stands before the other, by their bytes, which is by their code points. */
export function compareTexts(one: Strings, place: number, other: Strings, beside: number): number {
  let left = one.offsets[place] ?? 0;
  let right = other.offsets[beside] ?? 0;
  const leftEnd = one.offsets[place + 1] ?? 0;
  const rightEnd = other.offsets[beside + 1] ?? 0;
  const [leftBytes, rightBytes] = [one.bytes, other.bytes];
  while (left < leftEnd && right < rightEnd) {
    const difference = (leftBytes[left] ?? 0) - (rightBytes[right] ?? 0);
    if (difference !== 0) return difference;
    left += 1;
    right += 1;
  }
  return leftEnd - left - (rightEnd - right);
}

/** The first place in rising order that is not before a text; `order` tells which text stands there. */
export function firstFrom(all: Strings, text: string, order?: Uint32Array): number {
  const wanted = packStrings([text]);
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareTexts(all, order?.[middle] ?? middle, wanted, 0) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a text stands among others in rising order; -1 where it does not. */
export function placeOf(all: Strings, text: string): number {
  const place = firstFrom(all, text);
  return place < all.length && all.at(place) === text ? place : -1;
}

/** All places of a text, by an order that rises. */
export function placesOf(all: Strings, text: string, order: Uint32Array): number[] {
  const found: number[] = [];
  for (let at = firstFrom(all, text, order); at < order.length; at += 1) {
    const place = order[at] ?? 0;
    if (all.at(place) !== text) break;
    found.push(place);
  }
  return found;
}

const pairs = /[\ud800-\udfff]/;

/** Sorted as their bytes are: UTF-16 has another order for characters outside the first plane. */
export function sortTexts(texts: string[]): string[] {
  const sorted = texts.sort();
  return sorted.some((text) => pairs.test(text)) ? sorted.sort(byCodePoint) : sorted;
}

export function byCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  if (!pairs.test(left) && !pairs.test(right)) return left < right ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
