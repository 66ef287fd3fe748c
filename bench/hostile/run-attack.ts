import { setMaxListeners } from "node:events";
import { answerParent } from "../report/run-child.ts";
import type { Load, Target } from "./attack.ts";
import { attackList } from "./attack-list.ts";

export type AttackInput = { name: string; target: Target; seconds: number };
/** How often the server answered what. */
export type AttackResult = Record<string, number>;

answerParent(async ({ name, target, seconds }: AttackInput): Promise<AttackResult> => {
  const attack = attackList.find((candidate) => candidate.name === name);
  if (attack === undefined) throw new Error(`there is no attack ${name}`);
  const outcomes: AttackResult = {};
  const over = AbortSignal.timeout(seconds * 1_000);
  const load: Load = {
    over,
    isOver: () => over.aborted,
    count(outcome) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    },
  };
  // Thousands of requests listen for the same end.
  setMaxListeners(0, over);
  await attack.run(target, load);
  return outcomes;
});
