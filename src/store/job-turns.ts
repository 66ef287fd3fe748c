/** What counts from a task, or a message after the end, to the next end. */
export type JobTurn = {
  /** From 1 on. */
  number: number;
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
  /** How earlier turns ended. */
  earlier: unknown[];
};

const firstTurn: JobTurn = {
  number: 1,
  firstStep: 0,
  heardBefore: 0,
  heard: 0,
  workedMs: 0,
  rounds: 0,
  refused: null,
  earlier: [],
};

export function toTurn(json: string): JobTurn {
  return json === "" ? firstTurn : { ...firstTurn, ...JSON.parse(json) };
}

export function nextTurn(turn: JobTurn, done: { steps: number; outcome: unknown }): JobTurn {
  return {
    ...firstTurn,
    number: turn.number + 1,
    firstStep: done.steps,
    heardBefore: turn.heard,
    heard: turn.heard,
    earlier: done.outcome === undefined ? turn.earlier : [...turn.earlier, done.outcome],
  };
}
