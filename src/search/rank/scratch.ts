/** Room for scores that is used again and again: for a million passages, making it anew takes longer than ranking by a word. */
export type Scratch = {
  /** Zeros, for as long as the work goes on. */
  use<Result>(length: number, work: (scores: Float32Array) => Promise<Result>): Promise<Result>;
};

const mostKept = 2;

export function createScratch(): Scratch {
  const free: Float32Array[] = [];
  return {
    async use(length, work) {
      const at = free.findIndex((one) => one.length >= length);
      const [known] = at === -1 ? [] : free.splice(at, 1);
      const room = known ?? new Float32Array(length);
      try {
        return await work(known ? known.subarray(0, length).fill(0) : room);
      } finally {
        free.push(room);
        free.sort((left, right) => right.length - left.length);
        free.length = Math.min(free.length, mostKept);
      }
    },
  };
}
