type Numbers = Uint32Array | Uint16Array;

/** Numbers added one by one, without the memory a plain array of them takes. */
export type GrowingList<Kind extends Numbers> = {
  readonly length: number;
  push(value: number): void;
  /** The numbers so far, in an array of just their size. */
  toArray(): Kind;
};

export function growingList<Kind extends Numbers>(
  make: (length: number) => Kind,
): GrowingList<Kind> {
  let values = make(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) {
        const larger = make(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    toArray() {
      const exact = make(length);
      exact.set(values.subarray(0, length));
      return exact;
    },
  };
}
