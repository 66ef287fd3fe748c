/** What counts from a task, or a message after the end, to the next end. */
export type JobTurn = {
  /** From 1 on. */
  number: number;
  /** Its base was chosen: from now on it stays. */
  begun: boolean;
  /** Steps that earlier turns took. */
  firstStep: number;
  /** Follow-ups that earlier turns were about. */
  heardBefore: number;
  /** Follow-ups the model has been given, in all turns. */
  heard: number;
  /** What the finished steps took. */
  workedMs: number;
  /** How often the model was sent back to its work by the checks. */
  rounds: number;
  /** What the worker knows of the last time it sent the model back. */
  refused: unknown;
  /** How earlier turns ended whose work is in the change, or shall be. */
  earlier: unknown[];
  /** Paths that the job was to change, and may not. */
  notWritten: string[];
  /** Files that took too long to read, and are left out. */
  tooCostly: string[];
  /** The branch has work of this job that no change was opened for. */
  unproposed: boolean;
};

const firstTurn: JobTurn = {
  number: 1,
  begun: false,
  firstStep: 0,
  heardBefore: 0,
  heard: 0,
  workedMs: 0,
  rounds: 0,
  refused: null,
  earlier: [],
  notWritten: [],
  tooCostly: [],
  unproposed: false,
};

export function toTurn(stored: Partial<JobTurn>): JobTurn {
  return { ...firstTurn, ...stored };
}

export function nextTurn(turn: JobTurn, stepsDone: number): JobTurn {
  const { number, heard, earlier, notWritten, tooCostly, unproposed } = turn;
  return {
    ...firstTurn,
    number: number + 1,
    firstStep: stepsDone,
    heardBefore: heard,
    ...{ heard, earlier, notWritten, tooCostly, unproposed },
  };
}
