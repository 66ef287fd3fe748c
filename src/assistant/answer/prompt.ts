import { readFileSync } from "node:fs";
import type { ModelMessage } from "ai";
import type { ContextItem } from "../../contract/assistant.ts";
import type { Passage } from "../../search/hit.ts";
import type { Turn } from "../ask/open-turn.ts";
import { shownPassage } from "../tools/numbered-passages.ts";

type Prompt = { instructions: string; messages: ModelMessage[] };

const instructions = readFileSync(new URL("./prompt.md", import.meta.url), "utf8");

/** Everything that is not ours travels as JSON in user text, so that no page or reader can speak as the system. */
export function buildPrompt(
  turn: Turn,
  passages: readonly Passage[],
  context: ContextItem[],
): Prompt {
  const material = {
    passages: passages.map((passage, index) => shownPassage(index + 1, passage)),
    context: context.map(({ type, value, path }) => ({ type, value, path })),
  };
  const history: ModelMessage[] = turn.history.map(({ role, text }) => ({ role, content: text }));
  const question = `Material (JSON):\n${JSON.stringify(material)}\n\nQuestion:\n${turn.question}`;
  return { instructions, messages: [...history, { role: "user", content: question }] };
}
