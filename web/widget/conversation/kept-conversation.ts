import { randomId } from "../../shared/random-id.ts";
import { problemKinds } from "./problem.ts";
import type { Conversation, Turn } from "./turn.ts";

const mostTurns = 20;
const mostCharacters = 250_000;
const longestIdleMs = 7 * 86_400_000;

export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function freshConversation(now: number): Conversation {
  return { chatId: `widget-${randomId()}`, threadId: "", turns: [], at: now };
}

/** The conversation a browser has kept; a new one where there is none, or none that can be read. */
export function readConversation(shelf: Shelf | undefined, key: string, now: number): Conversation {
  const kept = parse(readItem(shelf, key));
  return kept && now - kept.at < longestIdleMs ? kept : freshConversation(now);
}

/** Keeps the newest turns, as many as there is room for. */
export function writeConversation(
  shelf: Shelf | undefined,
  key: string,
  conversation: Conversation,
): void {
  let { turns } = conversation;
  turns = turns.slice(-mostTurns);
  let text = JSON.stringify({ ...conversation, turns });
  while (text.length > mostCharacters && turns.length > 1) {
    turns = turns.slice(1);
    text = JSON.stringify({ ...conversation, turns });
  }
  try {
    if (turns.length === 0) shelf?.removeItem(key);
    else shelf?.setItem(key, text);
  } catch {
    // Storage is full or forbidden: the conversation then lasts as long as the page.
    return;
  }
}

export function readItem(shelf: Shelf | undefined, key: string): string {
  try {
    return shelf?.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Another script of the page may have written anything there. */
function parse(text: string): Conversation | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.chatId !== "string" || typeof value.threadId !== "string")
      return undefined;
    if (!Array.isArray(value.turns) || typeof value.at !== "number" || value.chatId.length < 16)
      return undefined;
    const { chatId, threadId, at } = value;
    return { chatId, threadId, at, turns: value.turns.slice(-mostTurns).flatMap(turnOf) };
  } catch {
    return undefined;
  }
}

const states = ["running", "done", "stopped", "failed"];

/** A turn as it was kept, without the parts of it that cannot be drawn. */
function turnOf(value: unknown): Turn[] {
  if (!isTurn(value)) return [];
  const { citations, context, suggestions } = value;
  return [
    {
      ...value,
      citations: citations.filter((one) => hasTexts(one, ["title", "heading", "url", "quote"])),
      context: context.filter((one) => hasTexts(one, ["type", "value"])),
      suggestions: suggestions.filter((one) => typeof one === "string"),
      problem: problemKinds.some((kind) => kind === value.problem?.kind)
        ? value.problem
        : undefined,
    },
  ];
}

function isTurn(value: unknown): value is Turn {
  if (!isRecord(value) || !hasTexts(value, ["id", "question", "text", "messageId"])) return false;
  const lists = [value.context, value.citations, value.suggestions];
  return states.some((state) => state === value.state) && lists.every(Array.isArray);
}

function hasTexts(value: unknown, names: string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
