/** What a thread is doing with a file. `many`: it reads one file of several, and can do without it. `open`: it is the last that was read to open a checkout. */
export type Reading = { how: (typeof hows)[number]; path: string };

/** Where a thread says which file it is at. Whoever watches it can read that even when the thread is stuck. */
export type ReadingMark = {
  set(reading: Reading): void;
  clear(): void;
  /** Marks anew what was marked last. */
  setLast(): void;
  /** Undefined: it is at no file. */
  get(): Reading | undefined;
  /** Says that the thread goes on, whatever it is at. */
  beat(): void;
  /** Another number each time the thread comes to a file, or says that it goes on. */
  count(): number;
};

const mostBytes = 4_096;
const hows = ["many", "one", "write", "open"] as const;

/** Memory for a mark, to be shared with a thread. */
export function markMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT + mostBytes);
}

export function readingMark(memory: SharedArrayBuffer): ReadingMark {
  const numbers = new Int32Array(memory, 0, 3);
  const text = new Uint8Array(memory, numbers.byteLength);
  const [count, how, length] = [0, 1, 2];
  const encoder = new TextEncoder();
  let last = 0;
  return {
    set(reading) {
      Atomics.add(numbers, count, 1);
      Atomics.store(numbers, length, encoder.encodeInto(reading.path, text).written);
      last = hows.indexOf(reading.how) + 1;
      Atomics.store(numbers, how, last);
    },
    clear: () => void Atomics.store(numbers, how, 0),
    setLast: () => void Atomics.store(numbers, how, last),
    get() {
      const known = hows[Atomics.load(numbers, how) - 1];
      // A decoder takes no shared memory.
      const bytes = Uint8Array.from(text.subarray(0, Atomics.load(numbers, length)));
      return known && { how: known, path: new TextDecoder().decode(bytes) };
    },
    beat: () => void Atomics.add(numbers, count, 1),
    count: () => Atomics.load(numbers, count),
  };
}
