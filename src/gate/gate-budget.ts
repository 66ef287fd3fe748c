import { AppError } from "../lib/app-error.ts";
import type { TokenSums } from "../store/answers/usage.ts";

/** What a run may use; absent: as much as it likes. The embedded model is free, so only `questions` counts for it. */
export type GateBudget = {
  costUsd?: number | undefined;
  tokens?: number | undefined;
  questions?: number | undefined;
};

export type Spending = {
  /** Takes a place for one more question, where there is one. */
  hasRoom(): boolean;
  add(used: TokenSums): void;
  /** Nothing more is asked, for a reason from outside. */
  close(reason: string): void;
  /** Why there is no room, as a sentence. */
  reason(): string;
  /** Whether there was room for fewer than were meant to be asked. */
  isUsedUp(): boolean;
  spent(): { tokens: number; costUsd: number };
};

/** Questions that are being asked when the budget is used up are still answered: it goes over by these. */
export function createGateBudget(
  budget: GateBudget,
  model: { id: string; isFree: boolean; isPriced: boolean },
): Spending {
  if (
    !model.isFree &&
    !model.isPriced &&
    budget.costUsd !== undefined &&
    budget.tokens === undefined
  )
    throw new AppError(
      "invalid_request",
      `The price of the model ${model.id} is not known, so a budget in dollars cannot hold: give one in tokens, or name its price in DOCENT_PRICES_FILE.`,
    );
  let [asked, tokens, costMicros] = [0, 0, 0];
  let why = "";
  const areAllAsked = () => asked >= (budget.questions ?? Number.POSITIVE_INFINITY);
  const fullFor = (): string => {
    if (why !== "") return why;
    if (areAllAsked()) return `At most ${budget.questions} questions are asked.`;
    if (model.isFree) return "";
    if (tokens >= (budget.tokens ?? Number.POSITIVE_INFINITY))
      return `The budget of ${budget.tokens} tokens is used up.`;
    if (costMicros / 1_000_000 >= (budget.costUsd ?? Number.POSITIVE_INFINITY))
      return `The budget of ${budget.costUsd} dollars is used up.`;
    return "";
  };
  return {
    hasRoom() {
      why = fullFor();
      if (why !== "") return false;
      asked += 1;
      return true;
    },
    add(used) {
      costMicros += used.costMicros;
      tokens += used.inputTokens + used.outputTokens + used.cacheReadTokens + used.cacheWriteTokens;
    },
    close(reason) {
      why ||= reason;
    },
    reason: () => why,
    isUsedUp: () => why !== "" && !areAllAsked(),
    spent: () => ({ tokens, costUsd: costMicros / 1_000_000 }),
  };
}
