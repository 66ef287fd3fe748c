/** Room to work in. */
export type Room = {
  /** Zeros. */
  scores: Float32Array;
  /** Anything. */
  slots: Uint32Array;
};

/** Room that is used again and again: for a million passages, making it anew takes longer than ranking by a word. */
export type Scratch = {
  /** For as long as the work goes on. */
  use<Result>(length: number, work: (room: Room) => Promise<Result>): Promise<Result>;
};

const mostKept = 2;

export function createScratch(): Scratch {
  const free: Room[] = [];
  return {
    async use(length, work) {
      const at = free.findIndex(({ scores }) => scores.length >= length);
      const [known] = at === -1 ? [] : free.splice(at, 1);
      const room = known ?? { scores: new Float32Array(length), slots: new Uint32Array(length) };
      const scores = room.scores.subarray(0, length);
      if (known) scores.fill(0);
      try {
        return await work({ scores, slots: room.slots.subarray(0, length) });
      } finally {
        free.push(room);
        free.sort((left, right) => right.scores.length - left.scores.length);
        free.length = Math.min(free.length, mostKept);
      }
    },
  };
}
