import type { ModelMessage } from "ai";
import type { Todo } from "../../contract/jobs.ts";
import { charactersOf, estimateTokens, frameCharacters } from "./estimate-tokens.ts";
import { pastMessage } from "./past-message.ts";
import { shortenResults } from "./shorten-results.ts";
import { type Turn, turnsOf } from "./turns.ts";

export type LongConversation = {
  /** What came after the opening: the task itself stands before it and is never touched. */
  conversation: ModelMessage[];
  budgetTokens: number;
  todos: Todo[];
  changedPaths: string[];
};

/** Recent turns stay whole as long as anything else can give way. */
const wholeTurns = 4;
const pastShare = 1 / 3;

/**
 * The conversation as a model's window takes it. One that fits comes back as it is; another comes back at most half
 * as long as the budget, so that this is rare: each time it happens the provider reads everything anew. Old results
 * of tools give way first, then whole turns, for which one message stands in. The result takes the conversation's
 * place: it may be given to this function again when it has grown.
 */
export function compactConversation(long: LongConversation): ModelMessage[] {
  const { conversation, budgetTokens } = long;
  if (estimateTokens(conversation) <= budgetTokens) return conversation;
  const target = Math.floor(budgetTokens / 2);
  const turns = turnsOf(conversation);
  const recent = Math.max(0, turns.length - wholeTurns);
  const lighter = shortened(turns, { end: recent, target });
  if (sizeOf(lighter) <= target) return lighter.flat();
  const pastTokens = Math.floor(target * pastShare);
  const room = target - pastTokens;
  const late = lighter.slice(recent);
  const fitting = [
    ...lighter.slice(0, recent),
    ...shortened(late, { end: Infinity, target: room }),
  ];
  const start = firstKept(fitting, room);
  if (start === 0) return fitting.flat();
  const past = pastMessage(
    fitting.slice(0, start),
    long,
    charactersOf(pastTokens) - frameCharacters,
  );
  return [past, ...fitting.slice(start).flat()];
}

/** Long results become notes, the oldest first, until the turns are as short as they should be. */
function shortened(turns: Turn[], { end, target }: { end: number; target: number }): Turn[] {
  let size = sizeOf(turns);
  return turns.map((turn, index) => {
    if (index >= end || size <= target) return turn;
    const shorter = shortenResults(turn);
    size += estimateTokens(shorter) - estimateTokens(turn);
    return shorter;
  });
}

/** The first of the last turns that fit together; past the end when not even the last one does. */
function firstKept(turns: Turn[], room: number): number {
  let left = room;
  const tooMuch = turns.findLastIndex((turn) => {
    left -= estimateTokens(turn);
    return left < 0;
  });
  return tooMuch + 1;
}

function sizeOf(turns: Turn[]): number {
  return turns.reduce((sum, turn) => sum + estimateTokens(turn), 0);
}
