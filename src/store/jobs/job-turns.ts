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
  /** The base branch is brought into the job's when the turn begins. */
  mergesBase: boolean;
  /** The merge that the turn is to settle; null for any other. */
  merging: Merging | null;
};

/** A base branch that is brought into the branch of a job. */
export type Merging = {
  /** Tips of the job's branch and of the base. */
  head: string;
  target: string;
  conflicts: { path: string; reason: string }[];
  /** Files with marks of a conflict in them. */
  marked: string[];
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
  mergesBase: false,
  merging: null,
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
    // A turn that came to nothing before it began leaves it to the next.
    mergesBase: turn.mergesBase && !turn.begun,
    ...{ heard, earlier, notWritten, tooCostly, unproposed },
  };
}
